import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { dividendPayload } from '../payload.ts'
import { type CountedAction, readCounted } from './store.ts'

type Published = ConsoleDataOf<'/corporate-actions/published'>

export const listPublished = (db: Db): Promise<Published> =>
  inSnapshot(db, async (tx) => {
    const [rows, open] = await Promise.all([
      readCounted(tx),
      readOpenProposals(tx, ['corporate-actions', 'dividend-cancel']),
    ])
    const waiting = open.map(({ reviewId, number, by, openedAt, ...review }) => ({
      ...review,
      shown: { reviewId, number, by, openedAt: openedAt.toISOString() },
    }))
    return {
      actions: rows.map((row) => {
        const cancel = waiting.find(({ kind, subject }) => kind === 'dividend-cancel' && subject === row.id)
        return showCounted(row, cancel?.shown ?? null)
      }),
      proposals: waiting
        .filter(({ kind }) => kind === 'corporate-actions')
        .map(({ payload, shown }) => {
          const { symbol, cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn } =
            dividendPayload.parse(payload)
          return { ...shown, symbol, cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn }
        }),
    }
  })

const showCounted = (
  row: CountedAction,
  cancelling: Published['actions'][number]['cancelling'],
): Published['actions'][number] => ({
  actionId: row.id,
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  cashMicros: row.cashMicros,
  stockMicros: row.stockMicros,
  splitTo: row.splitTo,
  splitFrom: row.splitFrom,
  exOn: row.exOn,
  paysOn: row.paysOn,
  state: row.state,
  announcedAt: row.announcedAt.toISOString(),
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  close: row.close,
  reference: row.reference,
  holders: row.holders,
  gross: row.gross.toString(),
  withheld: row.withheld.toString(),
  owed: row.owed.toString(),
  paid: row.paid.toString(),
  newShares: row.newShares,
  deliveredShares: row.deliveredShares,
  reviewId: row.reviewId,
  number: row.number,
  cancelling,
})
