/** Markers: entries that some managers' software puts beside a stay to say "the guest leaves here". */

const words =
  '(?:check\\W{0,2}out|departure|abreise|d.{1,2}part|salida|partenza|vertrek|cleaning|reinigung|turnover)'
const anywhere = new RegExp(`(?:^|\\W)${words}(?:$|\\W)`, 'i')
const atAnEnd = new RegExp(`^\\W*${words}(?:$|\\W)|(?:^|\\W)${words}\\W*$`, 'i')

/**
 * Whether a whole-day entry with this SUMMARY marks a departure. Careful, for a one-night booking may be labelled
 * "Jane, check-out 11:00": the word must begin or end the label. Markers of arrivals need no rule, their night is
 * the stay's own.
 */
export function isDepartureLabel(summary: string): boolean {
  return atAnEnd.test(summary)
}

/** The same of an entry of some hours within one day, which is hardly ever a stay. */
export function isTimedDepartureLabel(summary: string): boolean {
  return anywhere.test(summary)
}
