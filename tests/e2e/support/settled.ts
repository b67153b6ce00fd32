// Shares that have settled, without waiting two days: what the settlement process would post on the date.

import { withOwner } from './operators.ts'

/** Moves the shares of a position from their settlement date to free, as settlement does on that date. */
export const settleNow = (memberId: string, positionId: string): Promise<void> =>
  withOwner(async (db) => {
    const [row] = await db.query<{ symbol: string; shares: number; due: string }>(
      'SELECT symbol, shares, settles_on::text AS due FROM app.positions WHERE id = $1',
      [positionId],
    )
    const account = `member/${memberId}/stk:${row!.symbol}`
    await db.transaction(async (tx) => {
      await tx.query('SET LOCAL SESSION AUTHORIZATION fairlot_settlement')
      const [posted] = await tx.query<{ outcome: string }>(
        `SELECT outcome FROM ledger.post_many(ARRAY['settlement.arrived'], ARRAY[$1::text], ARRAY['arrived:' || $2::text], ARRAY[now()],
           ARRAY[1, 1], ARRAY[$3 || '/receivable@' || $1, $3 || '/available'], ARRAY[-$4::bigint, $4::bigint], ARRAY[NULL, NULL]::uuid[])`,
        [row!.due, positionId, account, row!.shares],
      )
      if (posted?.outcome !== 'posted')
        throw new Error(`the shares of ${row!.symbol} did not arrive: ${posted?.outcome}`)
      await tx.query('SET LOCAL SESSION AUTHORIZATION DEFAULT')
      await tx.query('UPDATE app.positions SET settles_on = opened_on WHERE id = $1', [positionId])
    })
  })
