/** How many places each key moves along a line of `count`. */
export const stepsOf = (count: number): Readonly<Record<string, number>> => ({
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -count,
  End: count,
})
