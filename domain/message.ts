/** The words of what guests get: the manager's template around the dates, as mail and as text message. */
import { buttonBlock, escapeHtml, heroBlock, layOutMail, link } from './mail-layout.ts'
import type { ManagerSettings, TemplateVariable } from './manager.ts'
import type { Night, NightRange } from './nights.ts'
import { abbreviateStay, spellStay } from './spelled-dates.ts'

export type RenderedMail = { subject: string; text: string; html: string }

/** Links into the product for one request; the id in them is its only key (decision D5). */
export type EntryLinks = { entry: string; stay: string; unsubscribe: string }

/** The links of a request. */
export function entryLinks(appUrl: string, entryId: string): EntryLinks {
  const entry = `${appUrl}/waitlist-entry/${entryId}`
  return { entry, stay: `${entry}?stay=1`, unsubscribe: `${entry}?unsubscribe=1` }
}

export type Alert = {
  guestName: string
  propertyName: string
  /** The manager's page for booking, or the company's waitlist page where there is none. */
  bookingUrl: string
  isBookable: boolean
  companyName: string
  logoUrl: string | null
  links: EntryLinks
  /** `stay`: the guest's own dates; `opening`, `season`: what opened; `manual`: the manager says so, without dates. */
  kind: 'stay' | 'opening' | 'season' | 'manual'
  /** The nights told of; several where several requests of one guest are answered at once. */
  ranges: readonly NightRange[]
  /** The property's date, which decides whether a year is spelled out. */
  today: Night
}

const labels = {
  stay: 'Your dates are free',
  opening: 'These dates have opened up',
  season: 'The calendar has opened',
  manual: 'Worth a look',
} as const

/** An alert as mail. The template's variables are text: they are escaped in HTML and cannot break a header. */
export function renderAlert(alert: Alert, settings: ManagerSettings): RenderedMail {
  const values = variables(alert)
  const subject = oneLine(fill(settings.emailSubject, values))
  const body = fill(settings.emailTemplate, values)
  const signature = fill(settings.emailSignature, values)
  const headlines = alert.ranges.map((range) => spellStay(range, alert.today))
  const action = alert.isBookable ? 'See and book' : 'See the waitlist page'
  const stayQuestion = "Didn't get the dates?"

  const text = [
    alert.companyName,
    `${labels[alert.kind]}:`,
    ...(headlines.length > 0 ? headlines : [alert.propertyName]),
    '',
    body,
    '',
    `${action}: ${alert.bookingUrl}`,
    '',
    signature,
    '',
    '--',
    `View, change or delete your request: ${alert.links.entry}`,
    `${stayQuestion} Stay on the list: ${alert.links.stay}`,
    `No more messages: ${alert.links.unsubscribe}`,
  ].join('\n')

  const html = layOutMail({
    preview: [alert.propertyName, ...headlines].join(' · '),
    sender: alert.companyName,
    logoUrl: alert.logoUrl,
    blocks: [
      ...(headlines.length > 0 ? headlines : [alert.propertyName]).map((headline, i) =>
        heroBlock(i === 0 ? `${labels[alert.kind]} · ${alert.propertyName}` : 'and', headline),
      ),
      ...paragraphs(fillHtml(settings.emailTemplate, values)),
      buttonBlock(action, alert.bookingUrl),
      ...paragraphs(fillHtml(settings.emailSignature, values)),
    ],
    footer: [
      `${stayQuestion} ${link('Stay on the list', alert.links.stay)}`,
      `${link('View, change or delete your request', alert.links.entry)} · ${link('No more messages', alert.links.unsubscribe)}`,
    ],
  })
  return { subject, text, html }
}

/** An alert as one text message: at most 160 letters of GSM-7, with the request's link and the way out. */
export function renderAlertSms(alert: Alert): string {
  const dates = alert.ranges[0] && abbreviateStay(alert.ranges[0], alert.today)
  const news = {
    stay: ` is free ${dates}`,
    opening: ` is open ${dates}`,
    season: ' opened its calendar',
    manual: ' has news for you',
  }[alert.kind]
  const tail = `. ${alert.links.entry} Reply STOP to end`
  return fitNames(alert.companyName, alert.propertyName, (company, property) =>
    toGsm(`${company}: ${property}${news}${tail}`),
  )
}

export type DigestItem = {
  propertyName: string
  bookingUrl: string
  ranges: readonly NightRange[]
  today: Night
  links: EntryLinks
}

/** What was gathered for one address since its daily share of single alerts was used up. */
export function renderDigest(items: readonly DigestItem[]): RenderedMail {
  const headlineOf = (item: DigestItem) =>
    item.ranges.map((range) => spellStay(range, item.today)).join('; ') || 'New dates'
  const subject = `${items.length} more ${items.length === 1 ? 'place has' : 'places have'} dates for you`
  const intro = 'You had several messages today, so here is the rest in one.'
  const text = [
    intro,
    ...items.flatMap((item) => [
      '',
      item.propertyName,
      headlineOf(item),
      `See and book: ${item.bookingUrl}`,
      `Your request: ${item.links.entry}`,
      `Didn't get the dates? Stay on the list: ${item.links.stay}`,
    ]),
    '',
    '--',
    `No more messages: ${items[0]?.links.unsubscribe}`,
  ].join('\n')
  const html = layOutMail({
    preview: items.map((item) => `${item.propertyName}: ${headlineOf(item)}`).join(' · '),
    sender: 'Waitlist',
    logoUrl: null,
    blocks: [
      escapeHtml(intro),
      ...items.flatMap((item) => [
        heroBlock(item.propertyName, headlineOf(item)),
        buttonBlock('See and book', item.bookingUrl),
        `${link('Your request', item.links.entry)} · ${link('Stay on the list', item.links.stay)}`,
      ]),
    ],
    footer: [link('No more messages', items[0]?.links.unsubscribe ?? '')],
  })
  return { subject, text, html }
}

/** The gathered alerts of one number as one text message. */
export function renderDigestSms(items: readonly DigestItem[]): string {
  const first = items[0]!
  const more = items.length > 1 ? ` and ${items.length - 1} more` : ''
  return fitNames('Waitlist', first.propertyName, (sender, property) =>
    toGsm(`${sender}: new dates at ${property}${more}. ${first.links.entry} Reply STOP to end`),
  )
}

function variables(alert: Alert): Record<TemplateVariable, string> {
  return {
    guest_name: alert.guestName,
    property_name: alert.propertyName,
    booking_url: alert.bookingUrl,
    company_name: alert.companyName,
    waitlist_link: alert.links.entry,
  }
}

const variablePattern = /\{(guest_name|property_name|booking_url|company_name|waitlist_link)\}/g
const linkVariables: ReadonlySet<string> = new Set(['booking_url', 'waitlist_link'])

/** The template with its variables filled in; anything else in braces stays as it was written. */
export function fill(template: string, values: Record<TemplateVariable, string>): string {
  return template.replace(variablePattern, (_, name: TemplateVariable) => values[name])
}

/** The same as HTML: the template is text too, so nothing in it is taken for markup. */
function fillHtml(template: string, values: Record<TemplateVariable, string>): string {
  return escapeHtml(template).replace(variablePattern, (_, name: TemplateVariable) =>
    linkVariables.has(name) ? link(shortUrl(values[name]), values[name]) : escapeHtml(values[name]),
  )
}

/** Host and the beginning of the path: what a reader checks, without the long tail. */
function shortUrl(url: string): string {
  const plain = url.replace(/^https?:\/\//, '').replace(/\/$/, '')
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain
}

function paragraphs(html: string): string[] {
  return html
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.trim().replaceAll('\n', '<br>'))
}

/** A header's text: line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
}

const smsLetters = 160

/** Shortens the two names, the longer one first, until the message fits. */
function fitNames(a: string, b: string, write: (a: string, b: string) => string): string {
  let [first, second] = [[...toGsm(a)], [...toGsm(b)]]
  const shorten = (name: string[]) => [...name.slice(0, name.at(-1) === '.' ? -2 : -1).slice(0, -1), '.']
  while (write(first.join(''), second.join('')).length > smsLetters && first.length + second.length > 8) {
    if (first.length > second.length) first = shorten(first)
    else second = shorten(second)
  }
  return write(first.join(''), second.join(''))
}

const gsmLetters = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const near: Record<string, string> = { '–': '-', '—': '-', '‘': "'", '’': "'", '“': '"', '”': '"', '…': '.' }

/**
 * The text in the basic GSM-7 letters, so that 160 of them are one message: accents that it lacks are dropped,
 * dashes and quotes made plain, everything else becomes a question mark.
 */
export function toGsm(text: string): string {
  return Array.from(oneLine(text), (letter) => {
    if (gsmLetters.has(letter)) return letter
    const plain = near[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '')
    return [...plain].every((one) => gsmLetters.has(one)) ? plain : '?'
  }).join('')
}
