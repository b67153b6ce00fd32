// The warnings that a member answers before an order is sent, each once.

import type { MessageParams } from '@fairlot/contract'
import { checkOrder, type Acknowledgement } from '@fairlot/rules/orders'
import { useState } from 'react'
import type { Ticket } from './use-ticket.ts'

/** A warning that asks for confirmation. */
export interface Asked {
  readonly msg: string
  readonly params?: MessageParams | undefined
}

export interface Warnings {
  /** The warnings' questions; sending waits for the answers. */
  readonly asking: readonly Asked[]
  readonly send: () => void
  readonly sendAnyway: () => void
  readonly stopAsking: () => void
}

export const warningOf = (msg: string): Acknowledgement | undefined =>
  msg === 'guard.far-price' ? 'far-price' : msg === 'guard.equity-share' ? 'equity-share' : undefined

/** Every warning that asks about this order, each once. */
const warningsOf = ({ facts, order }: Ticket): readonly Asked[] => {
  const asked: Asked[] = []
  const acknowledged: Acknowledgement[] = []
  for (;;) {
    const refusal = checkOrder(facts, order, acknowledged)
    const warning = refusal && warningOf(refusal.msg)
    if (refusal === undefined || warning === undefined || acknowledged.includes(warning)) return asked
    asked.push(refusal)
    acknowledged.push(warning)
  }
}

/** `ask` shows the question of a warning that the server gave. */
export const useWarnings = (
  ticket: Ticket,
): { readonly ask: (asked: Asked) => void; readonly before: (run: Run) => Warnings } => {
  const [asking, setAsking] = useState<readonly Asked[]>([])
  return {
    ask: (asked) => setAsking([asked]),
    before: (run) => ({
      asking,
      send: () => {
        const warnings = warningsOf(ticket)
        if (warnings.length > 0) setAsking(warnings)
        else run([])
      },
      sendAnyway: () => {
        setAsking([])
        const all = [...warningsOf(ticket), ...asking].map(({ msg }) => warningOf(msg))
        run([...new Set(all.filter((warning) => warning !== undefined))])
      },
      stopAsking: () => setAsking([]),
    }),
  }
}

type Run = (acknowledged: readonly Acknowledgement[]) => void
