import { shared } from '../texts/shared.ts'

/** The id that a page's `main` carries, for the skip link to lead to. */
export const mainId = 'content'

/** The first stop of the Tab key: past the header, to the content. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="fixed top-3 left-3 z-30 -translate-y-20 rounded-md not-focus:opacity-0 bg-action px-4 py-2.5 text-sm font-bold text-action-ink focus:translate-y-0"
    >
      {shared.skipToContent}
    </a>
  )
}
