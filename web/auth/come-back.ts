import { paths } from '../paths.ts'

/**
 * Where to go after signing in: the page of this app that was asked for, else the dashboard.
 *
 * `next` comes from the address, which anybody can write; an address elsewhere is never followed.
 */
export function comeBackPath(next: string | null): string {
  if (!next) return paths.dashboard
  const target = URL.parse(next, location.origin)
  if (!target || target.origin !== location.origin || target.pathname.startsWith(paths.auth))
    return paths.dashboard
  return target.pathname + target.search + target.hash
}
