import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readOpenProposals, showProposal } from '#features/operators'
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
    return {
      actions: rows.map((row) => {
        const cancel = open.find(({ kind, subject }) => kind === 'dividend-cancel' && subject === row.id)
        return showCounted(row, cancel ? showProposal(cancel) : null)
      }),
      proposals: open
        .filter(({ kind }) => kind === 'corporate-actions')
        .map((proposal) => {
          const { symbol, cashMicros, stockMicros, splitTo, splitFrom, exOn, paysOn } = dividendPayload.parse(
            proposal.payload,
          )
          return {
            ...showProposal(proposal),
            symbol,
            cashMicros,
            stockMicros,
            splitTo,
            splitFrom,
            exOn,
            paysOn,
          }
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
