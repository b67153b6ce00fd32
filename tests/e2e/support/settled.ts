// Shares that have settled, without waiting two days.

import { randomUUID } from 'node:crypto'
import { entry, member, post, stock } from '../../../packages/ledger/src/index.ts'
import { withOwner } from './operators.ts'

/**
 * Moves the shares of a position from their settlement date to free. The event is not settlement's own, because
 * reconciliation finds shares that arrive before their date.
 */
export const settleNow = (memberId: string, positionId: string): Promise<void> =>
  withOwner((db) =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ symbol: string; shares: number; due: string }>(
        'SELECT symbol, shares, settles_on::text AS due FROM app.positions WHERE id = $1',
        [positionId],
      )
      if (!row) throw new Error(`no position ${positionId}`)
      await tx.query(
        `INSERT INTO recon.events VALUES ('shares.early', false, '{member/available,member/receivable}')
         ON CONFLICT DO NOTHING`,
      )
      const owner = member(memberId)
      const asset = stock(row.symbol)
      const posted = await post(
        tx,
        entry({
          event: 'shares.early',
          reference: positionId,
          key: `e2e/${randomUUID()}`,
          postedAt: new Date(),
        })
          .move(BigInt(row.shares), owner.receivable(asset, row.due), owner.available(asset))
          .done(),
      )
      if (!posted.ok) throw new Error(`the shares of ${row.symbol} did not arrive: ${posted.reason}`)
      await tx.query('UPDATE app.positions SET settles_on = opened_on WHERE id = $1', [positionId])
    }),
  )
