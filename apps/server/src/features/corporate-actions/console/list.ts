import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { dividendPayload } from '../payload.ts'
import { type CountedAction, readCounted } from './store.ts'

type Published = ConsoleDataOf<'/corporate-actions/published'>

export const listPublished = (db: Db): Promise<Published> =>
  inSnapshot(db, async (tx) => {
    const [rows, open] = await Promise.all([readCounted(tx), readOpenProposals(tx, ['corporate-actions'])])
    return {
      actions: rows.map(showCounted),
      proposals: open.map(({ reviewId, number, by, openedAt, payload }) => {
        const { symbol, cashMicros, exOn, paysOn } = dividendPayload.parse(payload)
        return { reviewId, number, by, openedAt: openedAt.toISOString(), symbol, cashMicros, exOn, paysOn }
      }),
    }
  })

const showCounted = (row: CountedAction): Published['actions'][number] => ({
  actionId: row.id,
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  cashMicros: row.cashMicros,
  exOn: row.exOn,
  paysOn: row.paysOn,
  state: row.state,
  announcedAt: row.announcedAt.toISOString(),
  close: row.close,
  reference: row.reference,
  holders: row.holders,
  gross: row.gross.toString(),
  withheld: row.withheld.toString(),
  owed: row.owed.toString(),
  paid: row.paid.toString(),
  reviewId: row.reviewId,
  number: row.number,
})
