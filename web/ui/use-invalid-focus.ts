import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Moves the focus to the first field that is wrong, once for each refused attempt.
 *
 * @param refusals counts the refused attempts; 0 before the first
 * @returns the ref for the form
 */
export function useInvalidFocus(refusals: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return form
}
