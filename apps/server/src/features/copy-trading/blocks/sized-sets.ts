const fewestAtOnce = 50
/** Other members wait for the database while a set is written: a slower one is followed by a smaller one. */
const setMs = 150

/** Sets that take about the same time on every machine and under every load. */
export function sizedSets(max: number) {
  let size = Math.min(max, fewestAtOnce * 2)
  return {
    async run<Result>(set: (size: number) => Promise<Result>): Promise<Result> {
      const began = performance.now()
      const result = await set(size)
      const took = performance.now() - began
      size = Math.round(Math.min(max, Math.max(fewestAtOnce, size * Math.min(2, setMs / took))))
      return result
    },
  }
}
