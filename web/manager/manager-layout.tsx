import { Outlet } from 'react-router-dom'
import { SkipLink, mainId } from '../ui/skip-link.tsx'

/** The frame of the manager's screens. */
export function ManagerLayout() {
  return (
    <>
      <SkipLink />
      <main id={mainId} className="mx-auto max-w-manager px-4 py-12">
        <Outlet />
      </main>
    </>
  )
}
