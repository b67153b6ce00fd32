// Sends one close order per position, one after another. The id of an order stays the same until the server answers, so
// that a second attempt cannot place it twice.

import { useRef, useState } from 'react'
import { ordersMoved, signOrder, type TicketSource } from '#features/orders'
import { call } from '#shell/client.ts'
import { newId } from '#shell/send-once/new-id.ts'
import type { PositionRow } from '../figures.ts'
import { needsTwoOrders, orderOf, type CloseDraft } from './draft.ts'
import type { CloseBody } from './sender.ts'

/** `unknown`: the connection failed before an answer came. */
export type SentState = 'sending' | 'sent' | 'refused' | 'unknown'

export const useSendAll = (source: TicketSource, draftOf: (row: PositionRow) => CloseDraft) => {
  const [states, setStates] = useState<ReadonlyMap<string, SentState>>(new Map())
  const [busy, setBusy] = useState(false)
  const ids = useRef(new Map<string, readonly [order: string, odd: string]>())

  const sendOne = async (row: PositionRow): Promise<SentState> => {
    const own = ids.current.get(row.positionId) ?? ([newId(), newId()] as const)
    ids.current.set(row.positionId, own)
    const [orderId, oddOrderId] = own
    const draft = draftOf(row)
    const body: CloseBody = {
      orderId,
      ...(needsTwoOrders(draft) ? { oddOrderId } : {}),
      positionId: row.positionId,
      ...orderOf(draft),
      terms: source.answer.hash,
    }
    const answer = await call('/orders/closePosition', await signOrder('/orders/closePosition', body))
    if (answer.ok) return 'sent'
    return answer.why === 'refused' ? 'refused' : 'unknown'
  }

  const send = async (rows: readonly PositionRow[]): Promise<void> => {
    if (busy) return
    setBusy(true)
    for (const row of rows) {
      const before = states.get(row.positionId)
      if (before === 'sent' || before === 'refused') continue
      const state = await sendOne(row)
      setStates((all) => new Map(all).set(row.positionId, state))
      // Without a connection the others would fail too.
      if (state === 'unknown') break
    }
    setBusy(false)
    await ordersMoved()
  }
  return { states, busy, send }
}
