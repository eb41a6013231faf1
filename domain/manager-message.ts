/** The words of what managers get by mail. Plain, short, each with the page where something can be done. */
import { buttonBlock, escapeHtml, heroBlock, layOutMail } from './mail-layout.ts'
import { oneLine } from './message.ts'
import type { RenderedMail } from './message.ts'

export type ManagerNews =
  | { about: 'new_requests'; requests: readonly { guestName: string; propertyName: string; dates: string }[] }
  /** `isEmpty`: a calendar that came without anything in it, which is never believed by itself. */
  | { about: 'held_drop'; propertyName: string; isEmpty: boolean }
  | { about: 'failing_calendar'; propertyName: string; fault: string }
  | { about: 'trial_ending'; endsOn: string }
  | { about: 'trial_ended'; isPaused: boolean }

type Words = { subject: string; paragraphs: string[]; action: string; path: string }

/** A mail to a manager; `appUrl` is the origin of the manager's pages. */
export function renderManagerMail(news: ManagerNews, appUrl: string): RenderedMail {
  const { subject, paragraphs, action, path } = wordsOf(news)
  const url = `${appUrl}${path}`
  const why = 'You get this because you manage a waitlist with us.'
  return {
    subject: oneLine(subject),
    text: [...paragraphs, '', `${action}: ${url}`, '', '--', why].join('\n'),
    html: layOutMail({
      preview: paragraphs[0] ?? subject,
      sender: 'Waitlist',
      logoUrl: null,
      blocks: [heroBlock('Waitlist', subject), ...paragraphs.map(escapeHtml), buttonBlock(action, url)],
      footer: [escapeHtml(why)],
    }),
  }
}

function wordsOf(news: ManagerNews): Words {
  switch (news.about) {
    case 'new_requests': {
      const { requests } = news
      const one = requests.length === 1
      return {
        subject: one
          ? `New waitlist request for ${requests[0]!.propertyName}`
          : `${requests.length} new waitlist requests`,
        paragraphs: requests.map((r) => `${r.guestName} waits for ${r.propertyName}: ${r.dates}.`),
        action: one ? 'See the request' : 'See the requests',
        path: '/notifications',
      }
    }
    case 'held_drop':
      return {
        subject: `Please look at the calendar of ${news.propertyName}`,
        paragraphs: news.isEmpty
          ? [
              `The booking platform sends an empty calendar for ${news.propertyName}. Nobody has been told.`,
              'If nothing is booked there, release it and your guests are told now. If something is, dismiss ' +
                'it and check the link. Until you decide, the nights known before stay taken.',
            ]
          : [
              `Many nights of ${news.propertyName} became free at once. That is often a fault of the booking ` +
                'platform, so nobody has been told yet.',
              'If it is right, release it and your guests are told now. If it is not, dismiss it. If you do ' +
                'nothing and the nights stay free, your guests are told after two hours.',
            ],
        action: 'Decide',
        path: '/properties',
      }
    case 'failing_calendar':
      return {
        subject: `The calendar of ${news.propertyName} cannot be read`,
        paragraphs: [
          `For a day now we could not read a calendar link of ${news.propertyName}. ${news.fault}`,
          'While it cannot be read, nobody is told of openings there. Links change when a platform renews ' +
            'them: copy the current one into the property.',
        ],
        action: 'Mend the link',
        path: '/properties',
      }
    case 'trial_ending':
      return {
        subject: 'Your trial ends in three days',
        paragraphs: [
          `Your trial runs until ${news.endsOn}. After that one property stays free, for as long as you like.`,
          'With more than one active property, subscribe to keep them all going. Without it the others are ' +
            'paused, and nothing is deleted.',
        ],
        action: 'See your plan',
        path: '/profile',
      }
    case 'trial_ended':
      return {
        subject: 'Your trial has ended',
        paragraphs: [
          news.isPaused
            ? 'Your oldest property stays active and free. The others are paused; nothing was deleted.'
            : 'Your property stays active and free.',
          'Your company is no longer listed in the directory. Your own waitlist link works as before. ' +
            'Subscribe at any time to bring everything back.',
        ],
        action: 'See your plan',
        path: '/profile',
      }
  }
}
