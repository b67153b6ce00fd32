// The member's events, in order. Numbers have no gaps; when one is missing, listeners read their list again instead of
// trusting what they have.

import type { MemberEvent } from '@fairlot/contract/market-data/feed'

export interface OwnListener {
  readonly kind: string
  readonly onEvent: (data: unknown) => void
  /** Called when some events were missed. */
  readonly onHole: () => void
}

export interface MemberEvents {
  add(listener: OwnListener): () => void
  /** The last number seen; undefined before the gateway has sent one. */
  last(): number | undefined
  /** The number from which the gateway continues. */
  continueFrom(number: number): void
  take(event: MemberEvent): void
  /** Another member, or none: numbers start again. */
  forget(): void
}

export const createMemberEvents = (): MemberEvents => {
  const listeners = new Set<OwnListener>()
  let last: number | undefined
  // A listener of many kinds with one `onHole` is called once.
  const reportGap = (): void => {
    for (const onHole of new Set([...listeners].map((listener) => listener.onHole))) onHole()
  }
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    last: () => last,
    continueFrom(number) {
      // Nothing was received before the first number, but lists may already have been read.
      const isHole = number !== (last ?? 0)
      last = number
      if (isHole) reportGap()
    },
    take({ n, kind, data }) {
      if (last !== undefined && n <= last) return
      const isHole = last !== undefined && n > last + 1
      last = n
      if (isHole) reportGap()
      for (const listener of listeners) if (listener.kind === kind) listener.onEvent(data)
    },
    forget: () => {
      last = undefined
    },
  }
}
