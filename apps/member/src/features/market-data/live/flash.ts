// Whether a price cell can flash (design language, section 5): once a second per cell, at most six cells in one frame,
// and none at all in a frame with more than six.

export const FLASH_EVERY_MS = 1_000
export const MAX_IN_A_FRAME = 6

export type Tick = 'up' | 'down'

/** The direction of the tick, not of the day. Undefined when the figure did not change or is the first one. */
export const tickOf = (
  before: number | null | undefined,
  now: number | null | undefined,
): Tick | undefined => {
  if (before == null || now == null || before === now) return undefined
  return now > before ? 'up' : 'down'
}

export interface FlashGate {
  /**
   * Requests a flash of this cell. `decide` answers it, because only then the number of changes in the same frame is
   * known.
   */
  ask(cell: object, tick: Tick, show: (tick: Tick) => void): void
  /** Ends the frame: shows the allowed flashes and drops the others. Returns how many flashed. */
  decide(now: number): number
}

export const createFlashGate = (): FlashGate => {
  const lastShown = new WeakMap<object, number>()
  const asked = new Map<object, { tick: Tick; show: (tick: Tick) => void }>()
  return {
    ask: (cell, tick, show) => void asked.set(cell, { tick, show }),
    decide: (now) => {
      const due = [...asked].filter(([cell]) => now - (lastShown.get(cell) ?? -Infinity) >= FLASH_EVERY_MS)
      asked.clear()
      // An opening or an auction changes everything at once: flashing all of it would mean nothing.
      if (due.length > MAX_IN_A_FRAME) return 0
      for (const [cell, { tick, show }] of due) {
        lastShown.set(cell, now)
        show(tick)
      }
      return due.length
    },
  }
}

const gate = createFlashGate()
let isAsked = false

/**
 * The page's gate: `show` is called before the next paint when the cell can flash. Reduced motion makes no difference
 * here: it gets the same ticks and shows them as an underline.
 */
export const requestFlash = (cell: object, tick: Tick, show: (tick: Tick) => void): void => {
  gate.ask(cell, tick, show)
  if (isAsked) return
  isAsked = true
  requestAnimationFrame((now) => {
    isAsked = false
    gate.decide(now)
  })
}
