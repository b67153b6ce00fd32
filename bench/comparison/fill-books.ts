// Fills the books of a test venue: of every forty openings a seat fills half, members match each other, some borrow and
// some sell short; then an eighth is closed against a seat and an eighth is far from the market and cancelled or left.

import { postMany } from '@fairlot/ledger'
import { practiceGrantEntry } from '../../apps/server/src/features/members/postings.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { Opening, TestVenue } from '../../tests/flows/support/test-venue.ts'

const symbols = ['2330', '2317', '2454', '2308']
const perCall = 40
/** Of a round: openings that trade, openings far from the market, and closes. */
const round = { trading: 4_800, far: 800, closes: 800, cancels: 400 }
const perRound = round.trading + round.far + round.closes
/** One has money for a hundred lots. */
const ordersOfMember = 40
const atOnce = 8
const price = 10_000
const farPrice = 9_100

/** Returns every order that was placed. */
export async function fillBooks(venue: TestVenue, orders: number): Promise<string[]> {
  const members = await makeMembers(venue, Math.max(100, Math.ceil(orders / ordersOfMember)))
  const ids: string[] = []
  let turn = 0
  const nextMember = (): string => members[(turn += 1) % members.length]!
  while (ids.length < orders) {
    const share = Math.min(1, (orders - ids.length) / perRound)
    const count = (of: number): number => Math.max(1, Math.round(of * share))
    ids.push(...(await openTrading(venue, nextMember, count(round.trading))))
    const far = await openFar(venue, nextMember, count(round.far))
    ids.push(...far)
    await venue.settled()
    ids.push(...(await closeSome(venue, count(round.closes))))
    for (const id of far.slice(0, count(round.cancels))) await venue.cancel(id)
  }
  await venue.settled()
  return ids
}

async function makeMembers(venue: TestVenue, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (let from = 0; from < ids.length; from += 200)
    await postMany(
      venue.sql,
      ids.slice(from, from + 200).map((id) => practiceGrantEntry(id, new Date())),
    )
  await venue.sql.query(
    `INSERT INTO app.members (id, account, invitation_code, joined_at)
     SELECT m.id, '09' || lpad(m.n::text, 8, '0'), 'T-' || m.id, now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, n)`,
    [ids],
  )
  return ids
}

async function openTrading(venue: TestVenue, nextMember: () => string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += perCall) {
    const offered: Promise<void>[] = []
    const openings: (Opening & { memberId: string })[] = []
    for (let k = n; k < Math.min(n + perCall, count); k += 1) {
      const symbol = symbols[(k >> 2) % symbols.length]!
      const isPair = k % 4 > 1
      openings.push({
        memberId: nextMember(),
        symbol,
        price,
        lots: 1,
        ...(k % 4 === 3 ? { direction: 'short' as const } : {}),
        ...(k % 4 === 1 ? { multiple: 250 as const } : {}),
      })
      if (!isPair) offered.push(venue.seat('maker-1', symbol, 'sell', price, 1))
    }
    await Promise.all(offered)
    ids.push(...(await venue.openMany(openings)))
  }
  return ids
}

async function openFar(venue: TestVenue, nextMember: () => string, count: number): Promise<string[]> {
  const openings = Array.from({ length: count }, (_, n) => ({
    memberId: nextMember(),
    symbol: symbols[n % symbols.length]!,
    price: farPrice,
    lots: 1,
  }))
  const ids: string[] = []
  for (let n = 0; n < count; n += perCall) ids.push(...(await venue.openMany(openings.slice(n, n + perCall))))
  return ids
}

/** The newest longs, each against a seat. */
async function closeSome(venue: TestVenue, count: number): Promise<string[]> {
  const held = await venue.sql.query<{ id: string; symbol: string }>(
    `SELECT id, symbol FROM app.positions WHERE state = 'holding' AND direction = 'long' ORDER BY id DESC LIMIT $1`,
    [count],
  )
  const ids: string[] = []
  for (let n = 0; n < held.length; n += atOnce)
    ids.push(
      ...(await Promise.all(
        held.slice(n, n + atOnce).map(async ({ id, symbol }) => {
          await venue.seat('maker-2', symbol, 'buy', price, 1)
          // A member may not sell on the same day.
          return venue.close(id, { price, lots: 1, origin: 'liquidation' })
        }),
      )),
    )
  return ids
}
