import { properties as en } from './en/properties.ts'
import { inLanguage } from './language.ts'

export const properties = inLanguage({ en })
