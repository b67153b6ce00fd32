// When somebody last touched this page. The server counts fifteen minutes from the last call it got; a page that asks
// again by itself would keep a session alive over an empty chair, so asking stops with the hands.

import { createStore } from '@fairlot/ui/store'

export const IDLE_MS = 15 * 60_000
export const WARN_MS = 13 * 60_000
/** Pages refresh themselves while somebody was here within this time. */
const PRESENT_MS = 60_000
/** Typing a long note makes no call: one is made for it after this long. */
export const TOUCH_MS = 5 * 60_000

let lastInput = Date.now()
let lastCall = Date.now()

/** Milliseconds without a hand on the page. */
export const idleFor = (now = Date.now()): number => now - lastInput
export const quietFor = (now = Date.now()): number => now - lastCall
export const isPresent = (): boolean => idleFor() < PRESENT_MS && document.visibilityState === 'visible'
const returnListeners = new Set<() => void>()

/** Somebody is back who was away: what the page shows may be old, and nothing asks by itself any more. */
export const onReturn = (listener: () => void): void => {
  returnListeners.add(listener)
}
export const noteInput = (): void => {
  const wasAway = idleFor() >= PRESENT_MS
  lastInput = Date.now()
  if (wasAway) for (const listener of returnListeners) listener()
}
export const noteCall = (): void => {
  lastCall = Date.now()
}

export const idleWarning = createStore(false)

export const watchHands = (): (() => void) => {
  const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
  const touched = () => {
    // While the warning is shown only its own button counts: a passing sleeve must not answer it.
    if (!idleWarning.get()) noteInput()
  }
  for (const event of events) window.addEventListener(event, touched, { passive: true, capture: true })
  return () => {
    for (const event of events) window.removeEventListener(event, touched, { capture: true })
  }
}
