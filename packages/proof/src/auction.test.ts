// Sealed bids, their clearing and the check of a published book, with Node's hash. FAIRLOT_PROVE=1 takes the whole counts
// and writes evidence/auctions.json.

import { createPublicKey, hash, randomBytes, randomInt, verify } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeEvidence } from '../../../scripts/evidence.ts'
import { randomnessOf } from './beacon.ts'
import {
  type AuctionBook,
  type AuctionTools,
  type Bid,
  bidProblem,
  bidText,
  bidTextLength,
  checkAuction,
  clearAuction,
  fingerprintOf,
  type OpenedBid,
  quicknet,
  readBid,
  sealContext,
  textBytes,
  unhex,
} from './index.ts'
import { everyPrice, makeAuction } from './testing/made-auction.ts'
import { sha256 } from './testing/made-draw.ts'
import { seal, sealOverhead, seedLength, unseal } from './timelock.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'

// A round that the League of Entropy has published, and one that it has published later.
const recorded = {
  round: 1_000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
const other = {
  round: 657_413,
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
}

const bid: Bid = {
  auctionId: 'd0f5a8f2-6f0f-4c5e-9a39-0f2f8ad6d3f1',
  bidId: '4a2b7a55-9e4e-4b69-8a0e-6d5f1c2b3a4d',
  price: 6_850n,
  lots: 3,
  salt: 'ab'.repeat(32),
}

describe('a sealed bid', () => {
  test('opens with the signature of its round and with nothing else', async () => {
    const text = textBytes(bidText(bid))
    const sealed = await seal(
      sha256,
      { beacon: quicknet, round: recorded.round },
      text,
      'one bid',
      randomBytes(seedLength),
    )
    expect(sealed).toHaveLength(bidTextLength + sealOverhead)
    const opened = await unseal(sha256, recorded, sealed, 'one bid')
    expect(readBid(new TextDecoder().decode(opened))).toEqual(bid)
    expect(await unseal(sha256, recorded, sealed, 'another bid')).toBeUndefined()
    expect(await unseal(sha256, other, sealed, 'one bid')).toBeUndefined()
    expect(await unseal(sha256, { ...other, round: recorded.round }, sealed, 'one bid')).toBeUndefined()
    for (const place of [5, 100, sealed.length - 1]) {
      const damaged = Uint8Array.from(sealed, (byte, n) => (n === place ? byte ^ 1 : byte))
      expect(await unseal(sha256, recorded, damaged, 'one bid')).toBeUndefined()
    }
    expect(await unseal(sha256, recorded, sealed.slice(0, 90), 'one bid')).toBeUndefined()
  })

  test('has one length and a fingerprint that its salt hides', async () => {
    const large = { ...bid, price: 999_999_999_999n, lots: 9_999_999 }
    expect([bidText(bid).length, bidText(large).length]).toEqual([bidTextLength, bidTextLength])
    expect(readBid(bidText(large))).toEqual(large)
    expect(readBid(`${bidText(bid)} `)).toBeUndefined()
    expect(readBid(bidText({ ...bid, price: -1n }))).toBeUndefined()
    // Repeated without this code.
    expect(await fingerprintOf(sha256, bid)).toBe(
      hash(
        'sha256',
        `fairlot auction bid v1\n${bid.auctionId}\n${bid.bidId}\n000000006850\n0000003\n${bid.salt}\n`,
      ),
    )
    expect(await fingerprintOf(sha256, { ...bid, salt: 'cd'.repeat(32) })).not.toBe(
      await fingerprintOf(sha256, bid),
    )
  })

  test('takes no part outside the floor, the lots or its ceiling', () => {
    const terms = { floorPrice: 6_000n, minLots: 1, maxLots: 10 }
    const ceiling = 20_550_000n
    const problem = (price: bigint, lots: number) =>
      bidProblem(terms, { price, lots }, ceiling, (each) => each % 10n === 0n)
    expect(problem(6_850n, 3)).toBeUndefined()
    expect(problem(5_990n, 3)).toBe('price')
    expect(problem(6_855n, 3)).toBe('price')
    expect(problem(6_850n, 0)).toBe('lots')
    expect(problem(6_850n, 11)).toBe('lots')
    expect(problem(6_860n, 3)).toBe('ceiling')
  })
})

/** One lot after the other to the best bid that can still take one: slow, and written apart from the clearing. */
function clearLotByLot(lots: number, capLots: number, bids: readonly OpenedBid[]): Map<string, number> {
  const got = new Map(bids.map(({ fingerprint }) => [fingerprint, 0]))
  const perPerson = new Map<string, number>()
  for (let given = 0; given < lots; given += 1) {
    let best: OpenedBid | undefined
    for (const each of bids) {
      if (got.get(each.fingerprint)! >= each.lots || (perPerson.get(each.person) ?? 0) >= capLots) continue
      if (best === undefined || each.price > best.price || (each.price === best.price && each.tie < best.tie))
        best = each
    }
    if (best === undefined) break
    got.set(best.fingerprint, got.get(best.fingerprint)! + 1)
    perPerson.set(best.person, (perPerson.get(best.person) ?? 0) + 1)
  }
  return got
}

test('random books clear as an independent clearing says', () => {
  const books = isWhole ? 10_000 : 500
  let bids = 0
  let ties = 0
  let cut = 0
  let differences = 0
  for (let n = 0; n < books; n += 1) {
    const lots = randomInt(1, 60)
    const capLots = Math.max(1, randomInt(0, lots + 1))
    const people = randomInt(1, 12)
    const book: OpenedBid[] = Array.from({ length: randomInt(0, 30) }, () => ({
      fingerprint: randomBytes(32).toString('hex'),
      person: `person ${randomInt(people)}`,
      // Few prices: many ties.
      price: BigInt(6_000 + 10 * randomInt(6)),
      lots: randomInt(1, capLots + 1),
      tie: randomBytes(32).toString('hex'),
    }))
    const awards = clearAuction({ lots, capLots }, book)
    const apart = clearLotByLot(lots, capLots, book)
    const isSame =
      awards.length === book.length &&
      awards.every(
        ({ fingerprint, rank, lots: got }, at) => got === apart.get(fingerprint) && rank === at + 1,
      )
    if (!isSame) differences += 1
    bids += book.length
    ties += book.length - new Set(book.map(({ price }) => price)).size
    cut += awards.filter(
      ({ fingerprint, lots: got }) =>
        got > 0 && got < book.find((each) => each.fingerprint === fingerprint)!.lots,
    ).length
  }
  expect([ties > 0, cut > 0]).toEqual([true, true])
  expect(differences).toBe(0)
  if (isWhole) {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    writeEvidence(root, 'auctions', {
      books,
      differences,
      bids,
      'bids at the price of another': ties,
      'cut bids': cut,
    })
  }
})

describe('a published book', () => {
  const tools = ({ beacon }: AuctionBook): AuctionTools => ({
    sha256,
    signed: async (key, text, signature) =>
      verify(
        null,
        Buffer.from(text),
        createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
        Buffer.from(signature, 'base64'),
      ),
    randomness: (chain, round) => randomnessOf(sha256, chain, round),
    unsealed: async ({ bidId, fingerprint, sealed }, auctionId) => {
      const context = sealContext(auctionId, bidId, fingerprint)
      const text = await unseal(sha256, beacon, unhex(sealed), context)
      return text && new TextDecoder().decode(text)
    },
    isOnTick: everyPrice,
  })
  const check = (book: AuctionBook) => checkAuction(tools(book), book)
  const made = makeAuction({ lots: 10, capLots: 4 }, [
    { member: 'a', price: 7_000n, lots: 4, ceiling: 40_000_000n },
    { member: 'a', price: 6_900n, lots: 1, ceiling: 40_000_000n },
    { member: 'b', price: 6_900n, lots: 4, ceiling: 40_000_000n },
    { member: 'c', price: 6_900n, lots: 4, ceiling: 40_000_000n },
    { member: 'd', price: 9_000n, lots: 4, ceiling: 1_000_000n },
    { member: 'e', price: 9_900n, lots: 3, ceiling: 40_000_000n, isDamaged: true },
  ])
  const right = { terms: 'right', list: 'right', beacon: 'right', bids: 'right', result: 'right' }

  test('is right when every step can be repeated', async () => {
    const book = await made
    expect(await check(book)).toEqual(right)
    expect(book.bids.map(({ awarded }) => awarded).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2, 4, 4])
  })

  test('is wrong in the step that was changed', async () => {
    const book = await made
    const changed = (
      change: (bid: AuctionBook['bids'][number]) => object,
      isMeant: (n: number) => boolean,
    ) => ({
      ...book,
      bids: book.bids.map((each, n) => (isMeant(n) ? { ...each, ...change(each) } : each)),
    })
    const winner = book.bids.findIndex(({ awarded }) => awarded === 4)
    const unopened = book.bids.findIndex(({ problem }) => problem === 'sealed')
    const isWinner = (n: number): boolean => n === winner
    const wrongIn = async (file: AuctionBook) =>
      Object.entries(await check(file)).flatMap(([step, verdict]) => (verdict === 'right' ? [] : [step]))

    expect(await wrongIn({ ...book, terms: book.terms.replace('6000', '5000') })).toContain('terms')
    expect(await wrongIn({ ...book, bids: book.bids.filter((_, n) => !isWinner(n)) })).toContain('list')
    expect(await wrongIn(changed(() => ({ person: 'x' }), isWinner))).toContain('list')
    expect(await wrongIn({ ...book, beacon: { ...book.beacon, randomness: 'ab'.repeat(32) } })).toContain(
      'beacon',
    )
    expect(
      await wrongIn(changed(({ opened }) => ({ opened: { ...opened!, price: '6001' } }), isWinner)),
    ).toContain('bids')
    // A good bid that is said not to open.
    expect(
      await wrongIn(changed(() => ({ opened: null, problem: 'sealed', rank: null, awarded: 0 }), isWinner)),
    ).toContain('bids')
    // Values made up for a bid that does not open.
    const invented = { price: '9900', lots: 3, salt: 'ab'.repeat(32) }
    expect(
      await wrongIn(
        changed(
          () => ({ opened: invented, problem: null }),
          (n) => n === unopened,
        ),
      ),
    ).toContain('bids')
    expect(await wrongIn(changed(() => ({ awarded: 3 }), isWinner))).toEqual(['result'])
    expect(await wrongIn(changed(() => ({ rank: 9 }), isWinner))).toEqual(['result'])
  })
})
