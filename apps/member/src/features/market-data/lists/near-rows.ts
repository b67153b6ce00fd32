// Which rows of a long list exist. All rows are equally high and the window scrolls, so it is a division: a library
// that also measures rows would be a third of what these screens may weigh.

export interface Near {
  readonly first: number
  /** One after the last. */
  readonly end: number
}

/** Rows kept above and below what is seen, so that a quick finger finds them there. */
const SPARE = 6
/** Scrolling by less than this many rows changes nothing. */
const STEP = 4

/** `top` is where the list begins on the screen, `view` how high the screen is, both in pixels. */
export const nearRows = (top: number, view: number, height: number, count: number): Near => {
  if (height <= 0 || count === 0) return { first: 0, end: 0 }
  const seenFirst = Math.floor(-top / height)
  const seenEnd = Math.ceil((view - top) / height)
  const first = Math.floor((seenFirst - SPARE) / STEP) * STEP
  const end = Math.ceil((seenEnd + SPARE) / STEP) * STEP
  return { first: Math.min(count, Math.max(0, first)), end: Math.min(count, Math.max(0, end)) }
}
