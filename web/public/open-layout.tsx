import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { shared } from '../texts/shared.ts'
import { SkipLink, mainId } from '../ui/skip-link.tsx'

/** The frame of pages that belong to no company: the product's name above, one column below. */
export function OpenLayout({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const width = wide ? 'max-w-look-up' : 'max-w-guest'
  return (
    <>
      <SkipLink />
      <header className={`mx-auto ${width} px-4 pt-6 sm:pt-10`}>
        <Link to={paths.home} className="inline-flex min-h-11 items-center font-display text-lg font-title">
          {shared.productName}
        </Link>
      </header>
      <main id={mainId} className={`mx-auto ${width} px-4 pt-8 pb-20 sm:pt-12`}>
        {children}
      </main>
    </>
  )
}
