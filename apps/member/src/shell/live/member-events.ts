// The member's events, in order. Numbers have no gaps; when one is missing, listeners read their list again instead of
// trusting what they have.

import type { ExecutedFill, MemberEvent, MemberEventKind, ServerFrame } from '@fairlot/contract/live'

/** An event of a frame; one that this build cannot read has no data. */
type Received = NonNullable<Extract<ServerFrame, { t: 'f' }>['own']>[number]

export interface MemberEventListener {
  readonly kinds: readonly MemberEventKind[]
  /** Called with each event, and with undefined when some were missed. */
  readonly onEvent: (event: MemberEvent | undefined) => void
  /** Called with each fill that the exchange has committed and settlement has not booked. None is repeated. */
  readonly onExecuted?: (fill: ExecutedFill) => void
}

export interface MemberEvents {
  add(listener: MemberEventListener): () => void
  /** The last number seen; undefined before the gateway has sent one. */
  last(): number | undefined
  /** The number from which the gateway continues. */
  continueFrom(number: number): void
  take(event: Received): void
  takeExecuted(fill: ExecutedFill): void
  /** Another member, or none: numbers start again. */
  forget(): void
}

export const createMemberEvents = (): MemberEvents => {
  const listeners = new Set<MemberEventListener>()
  let last: number | undefined
  const reportGap = (): void => {
    for (const { onEvent } of listeners) onEvent(undefined)
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
    take(event) {
      if (last !== undefined && event.n <= last) return
      const isHole = last !== undefined && event.n > last + 1
      last = event.n
      if (isHole) reportGap()
      const readable = 'data' in event ? event : undefined
      for (const { kinds, onEvent } of listeners)
        if (kinds.some((kind) => kind === event.kind)) onEvent(readable)
    },
    takeExecuted(fill) {
      for (const { onExecuted } of listeners) onExecuted?.(fill)
    },
    forget: () => {
      last = undefined
    },
  }
}
