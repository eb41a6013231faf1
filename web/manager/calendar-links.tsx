import type { PropertyCalendar } from '../../events/api.ts'
import { properties } from '../texts/properties.ts'
import { writeMoment } from './moments.ts'

/** Each calendar link with its last good reading and, while it fails, what is wrong and since when. */
export function CalendarLinks({ links }: { links: PropertyCalendar['links'] }) {
  const { detail } = properties
  return (
    <section aria-labelledby="links">
      <h2 id="links" className="font-display text-xl font-title">
        {detail.links}
      </h2>
      <ul className="mt-3 border-t border-rule">
        {links.map((link) => (
          <li key={link.url} className="grid gap-1.5 border-b border-rule py-4 text-sm">
            <p className="break-all">
              <span className="font-bold">{hostOf(link.url)}</span>{' '}
              <span className="text-ink-soft">{fileOf(link.url)}</span>
            </p>
            {link.fault ? (
              <div className="grid gap-1.5 rounded-md bg-caution-wash px-3.5 py-3 text-caution">
                {link.failingSince && (
                  <p className="font-bold">{detail.failingSince(writeMoment(link.failingSince))}</p>
                )}
                <p>{link.fault}</p>
                <p>{detail.failingNote}</p>
              </div>
            ) : null}
            <p className="text-ink-soft">
              {link.lastGoodAt
                ? detail.lastGood(writeMoment(link.lastGoodAt))
                : !link.fault && detail.neverRead}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The platform's name is in the host. */
function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? url
}

/** What tells two links of one platform apart. The query is left out: in it stands the link's secret. */
function fileOf(url: string): string {
  return URL.parse(url)?.pathname.split('/').at(-1) ?? ''
}
