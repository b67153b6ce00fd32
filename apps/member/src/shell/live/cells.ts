// Values by key, each read by its own components. Changes are collected and published once per animation frame: two
// hundred updates a second must not become two hundred renders.

export interface Cells<Value> {
  get(key: string): Value | undefined
  /** The newest value, also if no component has received it yet. */
  newest(key: string): Value | undefined
  /** Published with the next frame; a first value at once, since no other is on screen. */
  set(key: string, value: Value): void
  subscribe(key: string, listener: () => void): () => void
}

/** Requests one call before the next paint. */
export type RequestFrame = (run: () => void) => void

/** The only key of cells with a single value. */
export const ONLY = ''

export const createCells = <Value>(requestFrame: RequestFrame): Cells<Value> => {
  const shown = new Map<string, Value>()
  const waiting = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()
  let isAsked = false

  const flush = (): void => {
    isAsked = false
    const keys = [...waiting.keys()]
    for (const [key, value] of waiting) shown.set(key, value)
    waiting.clear()
    for (const key of keys) {
      for (const listener of listeners.get(key) ?? []) listener()
    }
  }

  return {
    get: (key) => shown.get(key),
    newest: (key) => waiting.get(key) ?? shown.get(key),
    set: (key, value) => {
      if (!shown.has(key)) shown.set(key, value)
      waiting.set(key, value)
      if (isAsked) return
      isAsked = true
      requestFrame(flush)
    },
    subscribe: (key, listener) => {
      const some = listeners.get(key) ?? new Set()
      listeners.set(key, some.add(listener))
      return () => {
        some.delete(listener)
        if (some.size === 0 && listeners.get(key) === some) listeners.delete(key)
      }
    },
  }
}
