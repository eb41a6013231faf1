import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'

/**
 * A typed phone number in E.164. A number without a country code is read as one of the browser's region.
 *
 * @returns undefined where it is no possible number
 */
export function toInternational(typed: string, region = regionHere()): string | undefined {
  const number = parsePhoneNumberFromString(typed, region)
  return number?.isPossible() ? number.number : undefined
}

function regionHere(): CountryCode | undefined {
  return new Intl.Locale(navigator.language).region as CountryCode | undefined
}
