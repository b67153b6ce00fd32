// When the operator last touched this page. The server counts fifteen minutes from the last call; a polling page would
// keep an unattended session alive, so polling stops without input.

import { createStore } from '@fairlot/ui/store'

export const IDLE_MS = 15 * 60_000
export const WARN_MS = 13 * 60_000
/** Pages poll while there was input within this time. */
const PRESENT_MS = 60_000
/** Typing a long note makes no call: after this time one is made for it. */
export const TOUCH_MS = 5 * 60_000

let lastInput = Date.now()
let lastCall = Date.now()

/** Milliseconds since the last input. */
export const idleFor = (now = Date.now()): number => now - lastInput
export const quietFor = (now = Date.now()): number => now - lastCall
export const isPresent = (): boolean => idleFor() < PRESENT_MS && document.visibilityState === 'visible'
const returnListeners = new Set<() => void>()

/** Called when the operator is active again: polling had stopped, so the page can be outdated. */
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
    // While the warning is shown only its own button counts: accidental input must not dismiss it.
    if (!idleWarning.get()) noteInput()
  }
  for (const event of events) window.addEventListener(event, touched, { passive: true, capture: true })
  return () => {
    for (const event of events) window.removeEventListener(event, touched, { capture: true })
  }
}
