// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MonthView } from '../../web/ui/month-view.tsx'

const today = '2027-06-10'
let place: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

/** A June in which the nights of the 14th and 15th are taken and everything after the 25th is unknown. */
function stateOf(night: string) {
  if (night === '2027-06-14' || night === '2027-06-15') return 'taken'
  return night > '2027-06-25' ? 'unknown' : 'free'
}

function given(props: Partial<Parameters<typeof MonthView>[0]> = {}) {
  function Page() {
    const [month, setMonth] = useState('2027-06')
    return <MonthView month={month} onMonth={setMonth} stateOf={stateOf} today={today} {...props} />
  }
  act(() => root.render(<Page />))
}

function day(date: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(`[data-day="${date}"]`)
  if (!found) throw new Error(`${date} is not shown`)
  return found
}

/** What a screen reader says of a day. */
function labelOf(date: string) {
  return day(date).getAttribute('aria-label')
}

function press(key: string) {
  act(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  })
}

const focused = () => document.activeElement?.getAttribute('data-day')

test('each day says its date, what is known of its night, and its part in the stay', () => {
  given({ stay: { checkIn: '2027-06-13', checkOut: '2027-06-16' } })
  expect(labelOf('2027-06-10')).toBe('Thursday 10 June 2027, today, free')
  expect(labelOf('2027-06-13')).toBe('Sunday 13 June 2027, free, check-in')
  expect(labelOf('2027-06-14')).toBe('Monday 14 June 2027, taken, in your stay')
  expect(labelOf('2027-06-16')).toBe('Wednesday 16 June 2027, free, check-out')
  expect(labelOf('2027-06-28')).toBe('Monday 28 June 2027, not known')
  expect(labelOf('2027-06-08')).toBe('Tuesday 8 June 2027, past')
  expect(day('2027-06-10').getAttribute('aria-current')).toBe('date')
})

test('is one tab stop, on today until another day was visited', () => {
  given()
  const stops = [...place.querySelectorAll('[data-day][tabindex="0"]')]
  expect(stops.map((stop) => stop.getAttribute('data-day'))).toEqual([today])
})

test('arrow keys, Home and End move by day and week', () => {
  given()
  act(() => day(today).focus())
  press('ArrowRight')
  expect(focused()).toBe('2027-06-11')
  press('ArrowDown')
  expect(focused()).toBe('2027-06-18')
  press('Home')
  expect(focused()).toBe('2027-06-14')
  press('End')
  expect(focused()).toBe('2027-06-20')
  press('ArrowUp')
  expect(focused()).toBe('2027-06-13')
})

test('leaving the month by key turns it and keeps the focus', () => {
  given()
  act(() => day(today).focus())
  press('PageDown')
  expect(focused()).toBe('2027-07-10')
  expect(place.textContent).toContain('July 2027')
  press('PageUp')
  expect(focused()).toBe('2027-06-10')
})

test('weeks that are over are folded away from somebody who chooses, and no key leads there', () => {
  given()
  expect(() => day('2027-06-01')).toThrow()
  act(() => day(today).focus())
  press('ArrowUp')
  expect(focused()).toBe(today)
})

test('a press tells which night was meant; past days and a month that only tells answer none', () => {
  const onNight = vi.fn()
  given({ onNight })
  act(() => day('2027-06-14').click())
  act(() => day('2027-06-08').click())
  expect(onNight.mock.calls).toEqual([['2027-06-14']])
  given()
  expect(day('2027-06-14').getAttribute('aria-disabled')).toBe('true')
})
