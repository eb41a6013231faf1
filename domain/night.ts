/** A night and a run of nights, as everything that crosses a boundary writes them. The algebra is in nights.ts. */
import * as z from 'zod/mini'

/** The date on which a night begins, `YYYY-MM-DD`; impossible dates (30 February) are refused. */
export const Night = z.iso.date()
export type Night = z.infer<typeof Night>

/** Half-open run of nights: `from` is the first night, `to` the morning after the last. Never empty. */
export const NightRange = z
  .object({ from: Night, to: Night })
  .check(z.refine((range) => range.from < range.to, 'A range of nights ends after it begins'))
export type NightRange = z.infer<typeof NightRange>
