import {
  closuresOf,
  nextTradingDay,
  settlementMoves,
  withClosure,
  withoutClosure,
} from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import type { ClosurePayload } from './closure-payload.ts'
import { readClosureRows } from './store.ts'

/** Which trades settle on another day when this one is closed, or opened again. */
export async function readEffect(
  tx: Tx,
  { date, action, settlementOnly }: Pick<ClosurePayload, 'date' | 'action' | 'settlementOnly'>,
) {
  const before = closuresOf(await readClosureRows(tx))
  const after = action === 'close' ? withClosure(before, date, settlementOnly) : withoutClosure(before, date)
  return {
    moves: [...settlementMoves(before, after, date)],
    nextTradingDay: nextTradingDay('twse', after, date),
  }
}
