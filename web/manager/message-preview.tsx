import { useState } from 'react'
import type { ManagerSettings } from '../../domain/manager.ts'
import { renderAlert } from '../../domain/message.ts'
import { addNights } from '../../domain/nights.ts'
import { notifications } from '../texts/notifications.ts'
import { todayHere } from '../ui/dates.ts'

interface MessagePreviewProps {
  settings: ManagerSettings
  company: string
  logoUrl: string | null
}

/** The message as a guest gets it, made by the very words that send it, for an example guest. */
export function MessagePreview({ settings, company, logoUrl }: MessagePreviewProps) {
  const words = notifications.settings
  const [height, setHeight] = useState(480)
  const today = todayHere()
  const from = addNights(today, 40)
  const here = location.origin
  const mail = renderAlert(
    {
      guestName: words.previewGuest,
      propertyName: words.previewProperty,
      bookingUrl: 'https://www.example.com/book',
      isBookable: true,
      companyName: company,
      logoUrl: logoUrl && new URL(logoUrl, here).href,
      links: { entry: here, stay: here, unsubscribe: here },
      kind: 'stay',
      ranges: [{ from, to: addNights(from, 3) }],
      today,
    },
    settings,
  )

  return (
    <figure className="grid gap-2 lg:sticky lg:top-6">
      <figcaption className="text-sm">
        <span className="font-bold">{words.preview}</span>
        <span className="ml-2 text-ink-soft">{words.previewHint}</span>
      </figcaption>
      <div className="overflow-hidden rounded-md border border-rule bg-surface">
        <p className="border-b border-rule px-4 py-3 text-sm break-words">
          <span className="block text-ink-soft">{settings.fromName}</span>
          <span className="font-bold">{mail.subject}</span>
        </p>
        <iframe
          title={words.preview}
          // Same origin so that its height can be read; without scripts, so that nothing in it can run.
          sandbox="allow-same-origin"
          srcDoc={mail.html}
          style={{ height }}
          onLoad={(event) =>
            setHeight(event.currentTarget.contentDocument?.documentElement.scrollHeight ?? height)
          }
          className="block w-full bg-surface"
        />
      </div>
    </figure>
  )
}
