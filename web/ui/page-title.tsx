import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { shared } from '../texts/shared.ts'
import { classNames } from './class-names.ts'

let visitedPages = 0

interface PageTitleProps {
  children: string
  /** Whose page it is, for the browser's tab: the company's name, or the product's. */
  place?: string | undefined
  /** A smaller line above the title, read together with it. */
  above?: ReactNode
  /** The whole title for the browser's tab, where the heading shows only its last part. */
  label?: string
  className?: string
}

/** The page's heading. Names the tab and, after a navigation, takes the focus so that it is read aloud. */
export function PageTitle({ children, place, above, label, className }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = shared.documentTitle(label ?? children, place || shared.productName)
  }, [children, label, place])

  useEffect(() => {
    visitedPages += 1
    // The browser itself announces the first page; taking the focus there would skip what stands before the title.
    if (visitedPages === 1) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={classNames('font-display text-2xl font-title sm:text-3xl', className)}
    >
      {above && <span className="mb-1.5 block font-sans text-sm font-normal text-ink-soft">{above} </span>}
      {children}
    </h1>
  )
}
