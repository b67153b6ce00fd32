import { postMany } from '@fairlot/ledger'
import { practiceSeats } from '@fairlot/rules/members'
import { seatInventoryEntry } from '#features/members'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { insertListings, setInventories } from './store.ts'

/**
 * Makes instruments of the offers and auctions whose listing date has come. The calendar does this before it sends a phase, so the
 * exchange opens a new stock by its auction. With practice money the seats get their shares in the same transaction.
 * Returns how many are new.
 */
export const listNewShares = (db: Db, money: 'practice' | 'real', now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const listed = await insertListings(tx, now)
    if (listed.length === 0) return 0
    writesDurably(tx, 'new-shares.list')
    if (money === 'real') return listed.length
    const posted = await postMany(
      tx,
      listed.map(({ symbol, reference }) =>
        seatInventoryEntry(symbol, reference, practiceSeats, now, 'listing.inventory'),
      ),
    )
    const given = listed.map(({ symbol }, n) => {
      const outcome = posted[n]!
      if (!outcome.ok) throw new Error(`${symbol}: the ledger refused the seats' shares (${outcome.reason})`)
      return { symbol, entryId: outcome.entryId }
    })
    await setInventories(tx, given)
    return listed.length
  })
