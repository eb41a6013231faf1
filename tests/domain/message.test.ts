import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../domain/manager.ts'
import { renderManagerMail } from '../../domain/manager-message.ts'
import {
  entryLinks,
  renderAlert,
  renderAlertSms,
  renderDigest,
  renderDigestSms,
  toGsm,
} from '../../domain/message.ts'
import type { Alert } from '../../domain/message.ts'
import { abbreviateStay, spellStay } from '../../domain/spelled-dates.ts'

const links = entryLinks('https://app.test', 'wait_0123456789abcdefghjkmnpqrs')
const alert = (given: Partial<Alert> = {}): Alert => ({
  guestName: 'Gia Guest',
  propertyName: 'Harbour Loft',
  bookingUrl: 'https://booking.test/harbour-loft',
  isBookable: true,
  companyName: 'Seaside Stays',
  logoUrl: 'https://app.test/logos/mgr_1/logo.png',
  links,
  kind: 'stay',
  ranges: [{ from: '2027-06-04', to: '2027-06-07' }],
  today: '2027-05-01',
  ...given,
})
const settings = defaultSettings({ companyName: 'Seaside Stays', email: 'mona@company.test' })

describe('dates in words', () => {
  test.each([
    ['2027-06-04', '2027-06-07', 'Fri 4 to Mon 7 June, 3 nights'],
    ['2027-06-30', '2027-07-01', 'Wed 30 June to Thu 1 July, 1 night'],
    ['2027-12-31', '2028-01-02', 'Fri 31 December 2027 to Sun 2 January 2028, 2 nights'],
    ['2028-02-28', '2028-03-01', 'Mon 28 February to Wed 1 March 2028, 2 nights'],
  ])('%s to %s', (from, to, words) => {
    expect(spellStay({ from, to }, '2027-05-01')).toBe(words)
  })

  test('a text message has the short form', () => {
    expect(abbreviateStay({ from: '2027-06-04', to: '2027-06-07' }, '2027-05-01')).toBe('4 Jun-7 Jun')
    expect(abbreviateStay({ from: '2028-06-04', to: '2028-06-07' }, '2027-05-01')).toBe('4 Jun-7 Jun 2028')
  })
})

describe('the mail to a guest', () => {
  test('reads like this', () => {
    const mail = renderAlert(alert(), settings)
    expect(mail.subject).toBe('Dates Available for Harbour Loft')
    expect(mail.text).toMatchSnapshot()
    expect(mail.html).toMatchSnapshot()
  })

  test('names what has opened: a stay, nights, a season, or nothing but the place', () => {
    expect(renderAlert(alert(), settings).text).toContain('Your dates are free:')
    expect(renderAlert(alert({ kind: 'opening' }), settings).text).toContain('These dates have opened up:')
    expect(renderAlert(alert({ kind: 'season' }), settings).text).toContain('The calendar has opened:')
    const manual = renderAlert(alert({ kind: 'manual', ranges: [] }), settings)
    expect(manual.html).toContain('Harbour Loft')
    expect(manual.text).not.toContain('free')
  })

  test('answers several requests of one guest at once', () => {
    const ranges = [
      { from: '2027-06-04', to: '2027-06-07' },
      { from: '2027-06-08', to: '2027-06-10' },
    ]
    const { text, html } = renderAlert(alert({ ranges }), settings)
    for (const words of ['Fri 4 to Mon 7 June, 3 nights', 'Tue 8 to Thu 10 June, 2 nights']) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
  })

  test('takes nothing for markup, wherever it comes from', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const { html, text } = renderAlert(
      alert({
        guestName: evil,
        propertyName: evil,
        companyName: evil,
        bookingUrl: 'https://b.test/?a=1&b="x"',
      }),
      { ...settings, emailTemplate: `<b>${evil}</b> {guest_name} {property_name} {booking_url} {unknown}` },
    )
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('href="https://b.test/?a=1&amp;b=&quot;x&quot;"')
    expect(html).toContain('{unknown}')
    expect(text).toContain(evil)
  })

  test('a variable cannot fill in another variable', () => {
    const { text } = renderAlert(alert({ guestName: '{booking_url}' }), {
      ...settings,
      emailTemplate: '{guest_name}',
    })
    expect(text).toContain('\n{booking_url}\n')
  })

  test('a name with a line break adds no header to the subject', () => {
    const { subject } = renderAlert(alert({ propertyName: 'Loft\r\nBcc: all@mail.test\u2028' }), settings)
    expect(subject).toBe('Dates Available for Loft Bcc: all@mail.test')
  })

  test('leads to the waitlist page where nothing can be booked', () => {
    const { text } = renderAlert(
      alert({ bookingUrl: 'https://waitlist.test/seaside', isBookable: false }),
      settings,
    )
    expect(text).toContain('See the waitlist page: https://waitlist.test/seaside')
  })

  test('shows the company by name where there is no logo', () => {
    const { html } = renderAlert(alert({ logoUrl: null }), settings)
    expect(html).not.toContain('<img')
    expect(html).toContain('Seaside Stays')
  })
})

describe('the text message', () => {
  test('reads like this', () => {
    expect(renderAlertSms(alert())).toBe(
      `Seaside Stays: Harbour Loft is free 4 Jun-7 Jun. ${links.entry} Reply STOP to end`,
    )
  })

  test('fits 160 letters of GSM-7 whatever the names are, link and way out whole', () => {
    for (const kind of ['stay', 'opening', 'season', 'manual'] as const) {
      const text = renderAlertSms(
        alert({
          kind,
          companyName: 'Hôtels & Châteaux de la Côte d’Émeraude – Réservations {très} élégantes',
          propertyName: 'Ščučje Jezero Łódź 🏝 Résidence à l’Orée du Bois, Bâtiment №4',
          ranges: kind === 'manual' ? [] : [{ from: '2028-12-28', to: '2029-01-05' }],
        }),
      )
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text).toContain(`${links.entry} Reply STOP to end`)
      expect(toGsm(text)).toBe(text)
    }
  })

  test('keeps to letters that cost one place', () => {
    expect(toGsm('Żółw – “Ünique” naïve ñ € [1] 🏝')).toBe('Zo?w - "Ünique" naive ñ ? ?1? ?')
  })
})

describe('the digest', () => {
  const items = ['Harbour Loft', 'Dune House'].map((propertyName) => ({
    propertyName,
    bookingUrl: 'https://booking.test/',
    ranges: [{ from: '2027-06-04', to: '2027-06-07' }],
    today: '2027-05-01',
    links,
  }))

  test('holds every alert with its links', () => {
    const mail = renderDigest(items)
    expect(mail.subject).toBe('2 more places have dates for you')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Harbour Loft')
      expect(part).toContain('Dune House')
      expect(part).toContain(links.stay)
    }
  })

  test('is one short text on a phone', () => {
    expect(renderDigestSms(items)).toBe(
      `Waitlist: new dates at Harbour Loft and 1 more. ${links.entry} Reply STOP to end`,
    )
  })
})

test.each([
  [{ about: 'held_drop', propertyName: 'Loft', isEmpty: false }, '/properties'],
  [{ about: 'held_drop', propertyName: 'Loft', isEmpty: true }, '/properties'],
  [{ about: 'failing_calendar', propertyName: 'Loft', fault: 'The link is gone.' }, '/properties'],
  [{ about: 'trial_ending', endsOn: 'Fri 4 June 2027' }, '/profile'],
  [{ about: 'trial_ended', isPaused: true }, '/profile'],
  [
    {
      about: 'new_requests',
      requests: [{ guestName: 'Gia <G>', propertyName: 'Loft', dates: 'Flexible dates' }],
    },
    '/notifications',
  ],
] as const)('a manager is told of $about and where to act', (news, path) => {
  const mail = renderManagerMail(news, 'https://app.test')
  expect(mail.subject).not.toBe('')
  expect(mail.text).toContain(`https://app.test${path}`)
  expect(mail.html).toContain(`href="https://app.test${path}"`)
  expect(mail.html).not.toContain('<G>')
})
