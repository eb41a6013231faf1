import { Mail, MessageSquare } from 'lucide-react'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import type { InboxMessage } from '../inbox.ts'
import { clearInbox } from './control-api.ts'
import { MessageView } from './message-view.tsx'
import { writeShort } from './moments.ts'
import { texts } from './texts.ts'
import { useAction } from './use-stack.ts'

interface InboxProps {
  messages: InboxMessage[]
  now: string
  /** The message being read. */
  openId: string | undefined
  onOpen: (id: string) => void
  onFollow: () => void
}

const icons = { email: Mail, sms: MessageSquare }

/** Everything that was sent, newest first, and the message being read as its receiver sees it. */
export function Inbox({ messages, now, openId, onOpen, onFollow }: InboxProps) {
  const clearing = useAction(clearInbox)
  const open = messages.find(({ id }) => id === openId)

  return (
    <section aria-labelledby="inbox">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="inbox" className="font-display text-xl font-title">
          {texts.inbox.title}
        </h2>
        {messages.length > 0 && (
          <Button look="plain" busy={clearing.isPending} onClick={() => clearing.mutate()}>
            {texts.inbox.clear}
          </Button>
        )}
      </div>
      {messages.length === 0 ? (
        <div className="mt-2">
          <EmptyState title={texts.inbox.empty}>{texts.inbox.emptyBody}</EmptyState>
        </div>
      ) : (
        <div className="mt-2 grid gap-5 border-t border-rule">
          <ul aria-label={texts.inbox.list} className="-mx-2 max-h-72 overflow-y-auto">
            {messages.map((message) => {
              const Icon = icons[message.kind]
              return (
                <li key={message.id} className="border-b border-rule">
                  <button
                    type="button"
                    aria-pressed={message.id === openId}
                    onClick={() => onOpen(message.id)}
                    className={classNames(
                      'grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2.5 text-left text-sm -outline-offset-2 hover:bg-sunken',
                      message.id === openId && 'bg-action-wash',
                    )}
                  >
                    <Icon
                      role="img"
                      aria-label={texts.inbox[message.kind]}
                      className="size-4 text-ink-soft"
                    />
                    <span className="truncate font-bold">{message.to.join(', ')}</span>
                    <time dateTime={message.sentAt} className="text-xs text-ink-soft tabular-nums">
                      {writeShort(message.sentAt, now)}
                    </time>
                    <span className="col-start-2 col-end-4 truncate text-ink-soft">
                      {message.subject ?? message.text}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
          {open ? (
            <MessageView message={open} onFollow={onFollow} />
          ) : (
            <p className="text-sm text-ink-soft">{texts.inbox.choose}</p>
          )}
        </div>
      )}
    </section>
  )
}
