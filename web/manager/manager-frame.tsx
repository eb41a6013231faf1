import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { CircleUserRound, LogOut, Menu as MenuIcon, UserRound, X } from 'lucide-react'
import type { Account } from '../auth.ts'
import { endSession } from '../auth/session.ts'
import { paths } from '../paths.ts'
import { manager } from '../texts/manager.ts'
import { shared } from '../texts/shared.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { SkipLink, mainId } from '../ui/skip-link.tsx'

const places = [
  { to: paths.dashboard, label: manager.dashboard },
  { to: paths.properties, label: manager.properties },
  { to: paths.notifications, label: manager.notifications },
]

interface ManagerFrameProps {
  account: Account | null
  /** On the sign-in page itself: no button that leads to it. */
  hideSignIn?: boolean
  children: ReactNode
}

/** The top bar and the footer around everything a manager sees. */
export function ManagerFrame({ account, hideSignIn = false, children }: ManagerFrameProps) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()

  useEffect(() => setOpen(false), [pathname])

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        className="border-b border-rule print:hidden"
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <div className="mx-auto flex min-h-16 max-w-manager items-center gap-2 px-4">
          <Link
            to={paths.home}
            className="mr-6 inline-flex min-h-11 items-center font-display text-lg font-title"
          >
            {shared.productName}
          </Link>
          {account && (
            <nav aria-label={manager.nav} className="hidden gap-1 md:flex">
              <Places className="px-3" activeClassName="text-ink shadow-[inset_0_-2px_0_var(--action)]" />
            </nav>
          )}
          <div className="ml-auto flex items-center gap-1">
            {account && <UserMenu account={account} />}
            {account && (
              <button
                type="button"
                aria-label={isOpen ? manager.closeNav : manager.openNav}
                aria-expanded={isOpen}
                aria-controls="places"
                onClick={() => setOpen(!isOpen)}
                className="grid size-11 place-items-center rounded-md hover:bg-sunken md:hidden"
              >
                {isOpen ? <X aria-hidden className="size-5" /> : <MenuIcon aria-hidden className="size-5" />}
              </button>
            )}
            {!account && !hideSignIn && (
              <ButtonLink to={paths.auth} look="quiet">
                {manager.signIn}
              </ButtonLink>
            )}
          </div>
        </div>
        {account && (
          <nav
            id="places"
            aria-label={manager.nav}
            hidden={!isOpen}
            className={classNames('border-t border-rule px-2 py-2 md:hidden', isOpen && 'grid')}
          >
            <Places className="rounded-md px-3" activeClassName="bg-action-wash text-action-strong" />
          </nav>
        )}
      </header>
      <main id={mainId} className="mx-auto w-full max-w-manager flex-1 px-4 pt-8 pb-20 sm:pt-12">
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Places({ className, activeClassName }: { className: string; activeClassName: string }) {
  return places.map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center text-sm font-bold md:min-h-16',
          className,
          isActive ? activeClassName : 'text-ink-soft hover:text-ink',
        )
      }
    >
      {label}
    </NavLink>
  ))
}

function UserMenu({ account }: { account: Account }) {
  const navigate = useNavigate()

  return (
    <Menu label={manager.userMenu} trigger={<CircleUserRound aria-hidden className="size-6" />}>
      <p className="max-w-64 truncate px-3 pt-2 pb-3 text-xs text-ink-soft">{account.email}</p>
      <MenuItem onSelect={() => void navigate(paths.profile)}>
        <UserRound aria-hidden />
        {manager.profile}
      </MenuItem>
      <MenuItem onSelect={() => void endSession()}>
        <LogOut aria-hidden />
        {manager.signOut}
      </MenuItem>
    </Menu>
  )
}

function Footer() {
  const { footer } = manager
  const links = [
    { to: paths.privacy, label: footer.privacy },
    { to: paths.terms, label: footer.terms },
    { to: paths.help, label: footer.help },
  ]
  return (
    <footer className="border-t border-rule print:hidden">
      <div className="mx-auto flex max-w-manager flex-wrap items-center gap-x-6 px-4 py-4 text-sm text-ink-soft">
        <p className="mr-auto py-2">{footer.copyright(new Date().getFullYear(), shared.productName)}</p>
        <nav aria-label={footer.label} className="flex flex-wrap gap-x-6">
          {links.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
