import type { DataOf } from '@fairlot/contract/routes'
import { previousTradingDay } from '@fairlot/rules/calendar'
import { entitlementOf, exReference, isEntitled, isSplit, ratioOf } from '@fairlot/rules/corporate-actions'
import { readClosures } from '#features/calendar'
import { inSnapshot } from '#platform/db'
import type { ReadDeps } from './deps.ts'
import {
  type ActionRow,
  type EntitlementRow,
  type HeldShares,
  listOfStock,
  readEntitlements,
  readHeld,
  readWaitingPrices,
} from './store.ts'

type Shown = DataOf<'/corporate-actions/ofStock'>['actions'][number]

const maxShown = 10

export const listDividends = (
  { db, calendar }: ReadDeps,
  memberId: string,
  symbol: string,
): Promise<{ readonly actions: Shown[] }> =>
  inSnapshot(db, async (tx) => {
    const rows = await listOfStock(tx, symbol, maxShown)
    if (rows.length === 0) return { actions: [] }
    const closures = await readClosures(tx)
    const held = await readHeld(tx, memberId, symbol)
    const waiting = await readWaitingPrices(tx, memberId, symbol)
    const taken = await readEntitlements(
      tx,
      memberId,
      rows.map(({ id }) => id),
    )
    return {
      actions: rows.map((row) => {
        const close = row.close ?? row.price
        const reference = row.reference ?? exReference(row.kind, close, row.cashMicros, ratioOf(row))
        const mine =
          row.state === 'announced'
            ? estimated(row, held, reference)
            : booked(
                held,
                taken.find(({ actionId }) => actionId === row.id),
              )
        return {
          actionId: row.id,
          symbol: row.symbol,
          name: { tw: row.nameTw, en: row.nameEn },
          cashMicros: row.cashMicros,
          stockMicros: row.stockMicros,
          splitTo: row.splitTo,
          splitFrom: row.splitFrom,
          state: row.state,
          announcedAt: row.announcedAt.toISOString(),
          cancelledAt: row.cancelledAt?.toISOString() ?? null,
          heldOn: row.heldOn ?? previousTradingDay(calendar, closures, row.exOn),
          exOn: row.exOn,
          paysOn: row.paysOn,
          close,
          reference,
          supplementFrom: String(row.supplementFrom),
          supplementRate: row.supplementRate,
          parValue: String(row.parValue),
          fractionRate: row.fractionRate,
          lowers:
            row.state === 'announced'
              ? waiting
                  .filter(({ of }) => of === 'alert' || !isSplit(row))
                  .map(({ of, price }) => ({
                    of,
                    from: price,
                    to: exReference(row.kind, price, row.cashMicros, ratioOf(row)),
                  }))
              : [],
          mine,
        }
      }),
    }
  })

/** By what the member holds now. */
function estimated(
  row: ActionRow,
  { positions, averagePrice }: HeldShares,
  reference: number,
): Shown['mine'] {
  const due = entitlementOf(row, reference, positions)
  if (!isEntitled(due)) return null
  const sharesOf = (direction: string): number =>
    positions.reduce((sum, one) => sum + (one.direction === direction ? one.shares : 0), 0)
  return {
    ...show({ ...due, long: sharesOf('long'), short: sharesOf('short') }),
    averagePrice,
    paidAt: null,
    deliveredAt: null,
  }
}

const booked = ({ averagePrice }: HeldShares, row: EntitlementRow | undefined): Shown['mine'] =>
  row === undefined
    ? null
    : {
        ...show(row),
        averagePrice,
        paidAt: row.paidAt?.toISOString() ?? null,
        deliveredAt: row.deliveredAt?.toISOString() ?? null,
      }

const show = (due: Omit<EntitlementRow, 'actionId' | 'paidAt' | 'deliveredAt'>) => ({
  long: due.long,
  short: due.short,
  gross: due.gross.toString(),
  withheld: due.withheld.toString(),
  net: (due.gross - due.withheld).toString(),
  owed: due.owed.toString(),
  newShares: due.newShares,
  owedShares: due.owedShares,
  fraction: due.fraction.toString(),
  owedSupplement: due.owedSupplement.toString(),
})
