import { bidsPerPage } from '@fairlot/contract/auctions'
import type { DataOf } from '@fairlot/contract/routes'
import { readListRoot } from '#features/audit'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { isCleared } from './show.ts'
import { readAuction } from './store.ts'

type Book = DataOf<'/auctions/book'>

interface BookRow {
  readonly bidId: string
  readonly person: string
  readonly fingerprint: string
  readonly ceiling: string
  readonly sealHash: string
  readonly sealed: string
  readonly price: string | null
  readonly lots: number | null
  readonly salt: string | null
  readonly problem: Book['bids'][number]['problem']
  readonly rank: number | null
  readonly awarded: number
}

/** In the order of the list. Bids that left before the close are not in it. */
const readPage = (tx: Tx, auctionId: string, from: number): Promise<readonly BookRow[]> =>
  tx.query<BookRow>(
    `SELECT id AS "bidId", encode(person, 'hex') AS person, encode(b.fingerprint, 'hex') AS fingerprint,
       ceiling::text AS ceiling, encode(sha256(sealed), 'hex') AS "sealHash", encode(sealed, 'hex') AS sealed,
       price::text AS price, lots, encode(salt, 'hex') AS salt, problem, rank, awarded
     FROM app.auction_bids b WHERE auction_id = $1 AND state NOT IN ('cancelled', 'void')
     ORDER BY b.fingerprint OFFSET $2 LIMIT $3`,
    [auctionId, from, bidsPerPage + 1],
  )

interface Announced {
  readonly keyId: string
  readonly publicKey: string
  readonly signature: string
  readonly publishedAt: Date
}

async function readAnnouncement(tx: Tx, auctionId: string): Promise<Announced> {
  const [row] = await tx.query<Announced>(
    `SELECT key_id AS "keyId", encode(public_key, 'base64') AS "publicKey", encode(signature, 'base64') AS signature,
       published_at AS "publishedAt" FROM app.auctions WHERE id = $1`,
    [auctionId],
  )
  return row!
}

const isListed = (state: string): boolean => !['not-started', 'bidding', 'void'].includes(state)

/** What anyone needs to repeat an auction. Sealed texts and results appear with the opening. Refuses: `stock.not-found`. */
export const readBook = (db: Db, auctionId: string, from: number): Promise<Outcome<Book>> =>
  inSnapshot(db, async (tx) => {
    const auction = await readAuction(tx, auctionId)
    if (!auction) return refuse('stock.not-found')
    const { state, round, beaconSignature: signature, randomness } = auction
    const rows = isListed(state) ? await readPage(tx, auctionId, from) : []
    const isOpen = signature !== null
    const hasResult = isCleared(state)
    const { publishedAt, ...signed } = await readAnnouncement(tx, auctionId)
    const inOneLine = (base64: string): string => base64.replaceAll('\n', '')
    return done({
      terms: auction.terms,
      announcement: {
        keyId: signed.keyId,
        publicKey: inOneLine(signed.publicKey),
        signature: inOneLine(signed.signature),
        publishedAt: publishedAt.toISOString(),
      },
      root: isListed(state) ? ((await readListRoot(tx, 'auctions', auctionId)) ?? null) : null,
      beacon: isOpen ? { round, signature, randomness: randomness! } : null,
      isCleared: hasResult,
      bids: rows.slice(0, bidsPerPage).map(({ price, lots, salt, sealed, rank, awarded, ...bid }) => ({
        ...bid,
        sealed: isOpen ? sealed : '',
        opened: price === null ? null : { price, lots: lots!, salt: salt! },
        rank: hasResult ? rank : null,
        awarded: hasResult ? awarded : 0,
      })),
      next: rows.length > bidsPerPage ? from + bidsPerPage : null,
    })
  })
