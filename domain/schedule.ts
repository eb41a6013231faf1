/** Minutes between checks of a property that somebody waits for, or whose calendar shows a candidate. */
export const waitedForCheckMinutes = 15

/** Minutes between checks of every other active property. */
export const otherCheckMinutes = 60
