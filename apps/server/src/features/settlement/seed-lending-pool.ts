import { balancesOfOwner, type Entry, isShares, lending, postMany } from '@fairlot/ledger'
import { practiceSeats } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { poolCash, poolShares } from './postings.ts'

/** Nine tenths of the house seat's inventory are lent, in whole lots; the remainder stays with the seat for trading. */
const sharesLent = (inventory: bigint): bigint => ((inventory * 9n) / 10n / 1_000n) * 1_000n

/** NT$100 billion of the operator's own; settlement adds when it runs low. */
const cashLent = 10_000_000_000_000n

const batchSize = 100

/**
 * What the pool can lend: cash from the operator's capital, shares from the house's seat. Assets that the pool has
 * already received are skipped, so a second seed changes nothing and a security listed later gets its shares from the
 * next one. Runs after `seedSeats`, which gives the house its inventory. Returns how many assets were added.
 */
export async function seedLendingPool(db: Db, now: Date): Promise<number> {
  const house = practiceSeats.find(({ kind }) => kind === 'house')!
  const known = new Set((await balancesOfOwner(db, 'lending', 'pool')).map(({ account }) => account))
  const head = (asset: string) => ({
    event: 'lending-pool',
    reference: asset,
    key: `lending-pool:${asset}`,
    postedAt: now,
  })
  const entries: Entry[] = []
  if (!known.has(lending.available('TWD'))) entries.push(poolCash(head('TWD'), cashLent))
  for (const { asset, kind, amount } of await balancesOfOwner(db, 'seat', house.ledgerId)) {
    if (!isShares(asset) || kind !== 'available' || known.has(lending.available(asset))) continue
    const shares = sharesLent(amount)
    if (shares > 0n) entries.push(poolShares(head(asset), house.ledgerId, asset, shares))
  }
  let posted = 0
  for (let from = 0; from < entries.length; from += batchSize) {
    const some = entries.slice(from, from + batchSize)
    for (const [index, outcome] of (await db.transaction((tx) => postMany(tx, some))).entries()) {
      if (!outcome.ok) throw new Error(`${some[index]!.key} was refused: ${outcome.reason} on ${outcome.on}`)
      posted += outcome.replayed ? 0 : 1
    }
  }
  return posted
}
