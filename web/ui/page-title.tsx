import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { shared } from '../texts/shared.ts'

let visitedPages = 0

interface PageTitleProps {
  children: string
  /** Whose page it is, for the browser's tab: the company's name, or the product's. */
  place?: string | undefined
  /** A smaller line above the title. */
  above?: ReactNode
  className?: string
}

/** The page's heading. Names the tab and, after a navigation, takes the focus so that it is read aloud. */
export function PageTitle({ children, place, above, className }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = shared.documentTitle(children, place || shared.productName)
  }, [children, place])

  useEffect(() => {
    visitedPages += 1
    // The browser itself announces the first page; taking the focus there would skip what stands before the title.
    if (visitedPages === 1) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={className}>
      {above && <div className="mb-2 text-sm text-ink-soft">{above}</div>}
      <h1 ref={heading} tabIndex={-1} className="font-display text-2xl font-title sm:text-3xl">
        {children}
      </h1>
    </div>
  )
}
