// Trades between two seats of the practice market are summed up and posted together: several a second, day and night,
// would otherwise be most of the ledger.

import { type AccountCode, type Asset, type Entry, postMany, seat } from '@fairlot/ledger'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { seatNets, type SeatNet } from './postings.ts'
import { addDues, takeSeatNets } from './store.ts'

// Up to nine seats each: an entry has a few hundred lines at most.
const assetsPerEntry = 40

/** Posts what seats owe one another now. Returns how many sums it posted. */
export function flushSeatNets(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await takeSeatNets(tx)
    const nets = sumUp(taken)
    if (nets.length === 0) return 0
    writesDurably(tx, 'settlement.seat-nets')
    const latest = taken.reduce((last, { due }) => (due > last ? due : last), '')
    const short = new Set<AccountCode>()
    const groups = byAssets(nets)
    const heads = groups.map(() => ({
      event: 'seat.net',
      reference: latest,
      key: `seat-net:${newId(now.getTime())}`,
      postedAt: now,
    }))
    let waiting = groups.map((_group, index) => index)
    // A seat that has sold more than it has owes the difference; each round finds at least one such account.
    for (let round = 0; waiting.length > 0; round += 1) {
      if (round > nets.length) throw new Error('seat nets cannot be posted')
      const entries: Entry[] = waiting.map((index) => seatNets(heads[index]!, groups[index]!, short, latest))
      const outcomes = await postMany(tx, entries)
      const refused: number[] = []
      outcomes.forEach((outcome, place) => {
        if (outcome.ok) return
        if (outcome.reason !== 'insufficient' || outcome.on === null)
          throw new Error(`seat nets were refused: ${outcome.reason} on ${outcome.on}`)
        short.add(outcome.on as AccountCode)
        refused.push(waiting[place]!)
      })
      waiting = refused
    }
    await addDues(
      tx,
      nets
        .filter(({ ledgerId, asset }) => short.has(seat(ledgerId).available(asset)))
        .map(({ ledgerId, asset }) => ({ due: latest, owner: `seat/${ledgerId}`, asset })),
    )
    return nets.length
  })
}

function sumUp(
  rows: readonly { readonly seat: string; readonly asset: string; readonly amount: bigint }[],
): SeatNet[] {
  const sums = new Map<string, SeatNet>()
  for (const { seat: ledgerId, asset, amount } of rows) {
    const place = `${ledgerId} ${asset}`
    const before = sums.get(place)?.amount ?? 0n
    sums.set(place, { ledgerId, asset: asset as Asset, amount: before + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

function byAssets(nets: readonly SeatNet[]): SeatNet[][] {
  const ofAsset = [...Map.groupBy(nets, ({ asset }) => asset).values()]
  const groups: SeatNet[][] = []
  for (let from = 0; from < ofAsset.length; from += assetsPerEntry)
    groups.push(ofAsset.slice(from, from + assetsPerEntry).flat())
  return groups
}
