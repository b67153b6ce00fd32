// Which rows of a long list are rendered. All rows are equally high and the window scrolls, so it is a division: a
// library that also measures rows would take a third of these screens' size budget.

export interface Near {
  readonly first: number
  /** Index after the last row. */
  readonly end: number
}

/** Extra rows above and below the visible ones, for quick scrolling. */
const SPARE = 6
/** Scrolling by less than this many rows changes nothing. */
const STEP = 4

/** `top` is the list's position on the screen, `view` the height of the screen, both in pixels. */
export const nearRows = (top: number, view: number, height: number, count: number): Near => {
  if (height <= 0 || count === 0) return { first: 0, end: 0 }
  const seenFirst = Math.floor(-top / height)
  const seenEnd = Math.ceil((view - top) / height)
  const first = Math.floor((seenFirst - SPARE) / STEP) * STEP
  const end = Math.ceil((seenEnd + SPARE) / STEP) * STEP
  return { first: Math.min(count, Math.max(0, first)), end: Math.min(count, Math.max(0, end)) }
}
