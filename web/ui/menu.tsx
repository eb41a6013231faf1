import type { ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { classNames } from './class-names.ts'

interface MenuProps {
  /** Names the button where it shows only a picture. */
  label: string
  trigger: ReactNode
  className?: string
  children: ReactNode
}

/** A button that opens a list of things to do. Fill it with `MenuItem` and `MenuLink`. */
export function Menu({ label, trigger, className, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className={classNames(
          'inline-grid min-h-11 min-w-11 place-items-center rounded-md text-ink hover:bg-sunken data-popup-open:bg-sunken',
          className,
        )}
      >
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-20">
          <Base.Popup className="min-w-48 origin-(--transform-origin) rounded-md border border-rule bg-surface p-1.5 shadow-lift transition duration-100 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemShape =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none ' +
  'data-highlighted:bg-sunken [&_svg]:size-[1.125rem]'

interface MenuItemProps {
  onSelect: () => void
  /** Marks what cannot be undone. */
  danger?: boolean
  children: ReactNode
}

/** One thing to do. */
export function MenuItem({ onSelect, danger = false, children }: MenuItemProps) {
  return (
    <Base.Item onClick={onSelect} className={classNames(itemShape, danger && 'text-danger')}>
      {children}
    </Base.Item>
  )
}

/** A menu's link elsewhere: opens in a new tab. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem href={href} target="_blank" rel="noopener noreferrer" closeOnClick className={itemShape}>
      {children}
    </Base.LinkItem>
  )
}
