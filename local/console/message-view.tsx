import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import type { InboxMessage } from '../inbox.ts'
import { writeClock } from './moments.ts'
import { texts } from './texts.ts'

interface MessageViewProps {
  message: InboxMessage
  /** Called when a link in it is followed. */
  onFollow: () => void
}

/** One message as its receiver sees it: a mail in a frame that runs no scripts, a text message as a bubble. */
export function MessageView({ message, onFollow }: MessageViewProps) {
  return (
    <article className="overflow-hidden rounded-lg border border-rule bg-surface">
      <header className="border-b border-rule px-4 py-3 text-sm">
        {message.subject && <h3 className="text-base font-bold">{message.subject}</h3>}
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-ink-soft">
          <Line name={texts.inbox.from}>{message.from}</Line>
          <Line name={texts.inbox.to}>{message.to.join(', ')}</Line>
          {message.replyTo && <Line name={texts.inbox.replyTo}>{message.replyTo}</Line>}
        </dl>
        <time dateTime={message.sentAt} className="text-xs text-ink-soft tabular-nums">
          {writeClock(message.sentAt)}
        </time>
      </header>
      {message.html ? (
        <MailBody key={message.id} subject={message.subject ?? ''} html={message.html} onFollow={onFollow} />
      ) : (
        <p className="m-4 max-w-96 rounded-lg rounded-bl-sm bg-action-wash px-4 py-3 break-words whitespace-pre-wrap">
          {linked(message.text, onFollow)}
        </p>
      )}
    </article>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="truncate text-ink">{children}</dd>
    </>
  )
}

function MailBody({ subject, html, onFollow }: { subject: string; html: string; onFollow: () => void }) {
  const [height, setHeight] = useState(360)
  return (
    <iframe
      title={texts.inbox.body(subject)}
      // Readable from here, for its height and its links; nothing inside it can run.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<base target="_blank">${html}`}
      style={{ height }}
      className="block w-full bg-surface"
      onLoad={(event) => {
        const page = event.currentTarget.contentDocument
        if (!page) return
        setHeight(page.documentElement.scrollHeight)
        page.addEventListener('click', ({ target }) => {
          // The frame has classes of its own, so its elements are none of this page's.
          if ((target as Element | null)?.closest('a')) onFollow()
        })
      }}
    />
  )
}

/** The text with its addresses as links. */
function linked(text: string, onFollow: () => void): ReactNode {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a
        key={index}
        href={part}
        target="_blank"
        rel="noreferrer"
        onClick={onFollow}
        className="text-action underline"
      >
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
