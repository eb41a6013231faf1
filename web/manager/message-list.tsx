import { Mail, MessageSquare } from 'lucide-react'
import type { SentMessage } from '../../events/api.ts'
import { properties } from '../texts/properties.ts'
import { writeMoment } from './moments.ts'

const icons = { email: Mail, sms: MessageSquare }

/** Messages as a log shows them: the channel, the masked address, what became of it, and when. */
export function MessageList({ messages }: { messages: SentMessage[] }) {
  const { channel, result } = properties.detail
  return (
    <ul className="mt-3 grid gap-px text-sm tabular-nums">
      {messages.map((message) => {
        const Icon = icons[message.channel]
        return (
          <li
            key={`${message.openingId} ${message.entryId} ${message.channel}`}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-sm bg-sunken px-3 py-2 sm:grid-cols-[auto_minmax(0,1fr)_10rem_9rem]"
          >
            <Icon role="img" aria-label={channel[message.channel]} className="size-4 text-ink-soft" />
            <span className="truncate">{message.to}</span>
            <span>{result[message.result]}</span>
            <time dateTime={message.at} className="text-ink-soft max-sm:col-start-2 sm:text-right">
              {writeMoment(message.at)}
            </time>
          </li>
        )
      })}
    </ul>
  )
}
