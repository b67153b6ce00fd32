// In the native wrapper, back closes an open layer, then goes back. Without history it leaves the app only when pressed
// twice within one second (specification section 1).

export const BACK_WINDOW_MS = 1000

export interface BackWorld {
  readonly now: () => number
  /** Closes an open dialog or sheet; false when none is open. */
  readonly closeLayer: () => boolean
  /** Goes one page back; false when there is no page to go back to. */
  readonly goBack: () => boolean
  readonly hint: () => void
  readonly quit: () => void
}

/** Returns the handler of the back button. */
export const doubleBack = ({ now, closeLayer, goBack, hint, quit }: BackWorld): (() => void) => {
  let last: number | null = null
  return () => {
    if (closeLayer() || goBack()) {
      last = null
      return
    }
    const at = now()
    if (last !== null && at - last <= BACK_WINDOW_MS) {
      quit()
      return
    }
    last = at
    hint()
  }
}
