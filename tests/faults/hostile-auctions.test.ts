// The worker's database role in an attacker's hand, with a sealed bid that waits for its opening: what it posts on the hold
// of the bid is found by one run of reconciliation.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuctionHarness, openAuctionHarness } from '../flows/support/auction-harness.ts'
import { auctionEvents, entryArguments, type ForgedEntry } from './hostile/forged-entries.ts'

let harness: AuctionHarness
let thief: pg.Client
let entries: Readonly<Record<(typeof auctionEvents)[number], Omit<ForgedEntry, 'event'>>>

beforeAll(async () => {
  harness = await openAuctionHarness()
  const auction = await harness.auction()
  const member = await harness.member()
  const sent = await harness.bid(member, auction, { price: 6_000n, lots: 1 })
  const { bidId: reference } = (sent.body.data as { bid: { bidId: string } }).bid
  const { rows } = await harness.owner.query(
    'SELECT hold_id, (deposit + fee)::integer AS amount FROM app.auction_bids WHERE id = $1',
    [reference],
  )
  const { hold_id: hold, amount } = rows[0] as { hold_id: string; amount: number }
  const [held, free] = [`member/${member.memberId}/TWD/held`, `member/${member.memberId}/TWD/available`]
  const taken = {
    reference,
    lines: [
      [held, -amount, hold],
      ['fees/auction/TWD/income', amount],
    ],
  } as const
  entries = {
    'auction.released': {
      reference,
      lines: [
        [held, -amount, hold],
        [free, amount],
      ],
    },
    'auction.opened': taken,
    'auction.forfeited': taken,
  }
  thief = new pg.Client({ connectionString: harness.api.database.workerUrl })
  await thief.connect()
})
afterAll(async () => {
  await thief?.end()
  await harness?.stop()
})

/** The checks that find it. The attack is undone. */
async function checksOf(entry: ForgedEntry): Promise<string[]> {
  await thief.query('BEGIN')
  try {
    const { rows } = await thief.query(
      'SELECT outcome FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)',
      entryArguments(entry, harness.clock.now()),
    )
    expect(rows[0].outcome).toBe('posted')
    const found = await thief.query('SELECT code FROM app.reconcile() WHERE difference <> 0')
    return found.rows.map(({ code }) => String(code))
  } finally {
    await thief.query('ROLLBACK')
  }
}

it.each(auctionEvents)('a %s before the opening is found', async (event) => {
  expect(await checksOf({ event, ...entries[event] })).toContain('requests')
})
