import type { DataOf } from '@fairlot/contract/routes'
import { previousTradingDay } from '@fairlot/rules/calendar'
import { entitlementOf, exReference } from '@fairlot/rules/corporate-actions'
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
        const mine =
          row.state === 'announced'
            ? estimated(row, held)
            : booked(
                held,
                taken.find(({ actionId }) => actionId === row.id),
              )
        const close = row.close ?? row.price
        return {
          actionId: row.id,
          symbol: row.symbol,
          name: { tw: row.nameTw, en: row.nameEn },
          cashMicros: row.cashMicros,
          state: row.state,
          announcedAt: row.announcedAt.toISOString(),
          heldOn: row.heldOn ?? previousTradingDay(calendar, closures, row.exOn),
          exOn: row.exOn,
          paysOn: row.paysOn,
          close,
          reference: row.reference ?? exReference(row.kind, close, row.cashMicros),
          supplementFrom: String(row.supplementFrom),
          supplementRate: row.supplementRate,
          lowers:
            row.state === 'announced'
              ? waiting.map(({ of, price }) => ({
                  of,
                  from: price,
                  to: exReference(row.kind, price, row.cashMicros),
                }))
              : [],
          mine,
        }
      }),
    }
  })

/** By what the member holds now. */
function estimated(row: ActionRow, held: HeldShares): Shown['mine'] {
  if (held.long === 0 && held.short === 0) return null
  const { gross, withheld, net, owed } = entitlementOf(row, held)
  return {
    ...held,
    gross: gross.toString(),
    withheld: withheld.toString(),
    net: net.toString(),
    owed: owed.toString(),
    paidAt: null,
  }
}

function booked({ averagePrice }: HeldShares, row: EntitlementRow | undefined): Shown['mine'] {
  if (!row) return null
  const { long, short, gross, withheld, owed, paidAt } = row
  return {
    long,
    short,
    gross: gross.toString(),
    withheld: withheld.toString(),
    net: (gross - withheld).toString(),
    owed: owed.toString(),
    averagePrice,
    paidAt: paidAt?.toISOString() ?? null,
  }
}
