// What happened to the member, in order. Numbers have no holes; where one is missing, whoever listens reads his list
// again instead of trusting what he has.

import type { OwnEvent } from '@fairlot/contract/market-data/feed'

export interface OwnListener {
  readonly kind: string
  readonly onEvent: (data: unknown) => void
  /** Some were missed. */
  readonly onHole: () => void
}

export interface OwnEvents {
  add(listener: OwnListener): () => void
  hasListeners(): boolean
  /** The last number seen; undefined before the gateway has named one. */
  last(): number | undefined
  /** The gateway goes on from here. */
  continueFrom(number: number): void
  take(event: OwnEvent): void
  /** Another member, or none: numbers start anew. */
  forget(): void
}

export const createOwnEvents = (): OwnEvents => {
  const listeners = new Set<OwnListener>()
  let last: number | undefined
  // Who listens to many kinds with one answer to holes gives it once.
  const tellHole = (): void => {
    for (const onHole of new Set([...listeners].map((listener) => listener.onHole))) onHole()
  }
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    last: () => last,
    continueFrom(number) {
      // Before the first number nothing was heard, while lists may have been read already.
      const isHole = number !== (last ?? 0)
      last = number
      if (isHole) tellHole()
    },
    take({ n, kind, data }) {
      if (last !== undefined && n <= last) return
      const isHole = last !== undefined && n > last + 1
      last = n
      if (isHole) tellHole()
      for (const listener of listeners) if (listener.kind === kind) listener.onEvent(data)
    },
    forget: () => {
      last = undefined
    },
  }
}
