// The worker's database role in an attacker's hand, with a block trade that waits for its decision: what it posts on the
// holds of the application and of the listing is found by one run of reconciliation.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BlockHarness, openBlockHarness } from '../flows/support/block-harness.ts'
import { blockEvents, entryArguments, type ForgedEntry } from './hostile/forged-entries.ts'

let harness: BlockHarness
let thief: pg.Client
let entries: Readonly<Record<(typeof blockEvents)[number], Omit<ForgedEntry, 'event'>>>

beforeAll(async () => {
  harness = await openBlockHarness(['2330'])
  const listingId = await harness.list()
  const member = await harness.member()
  const { memberId } = member
  const applicationId = await harness.applied(member, listingId)
  const application = await harness.application(applicationId)
  const listing = await harness.listing(listingId)
  const cost = Number(application.price) * application.shares + Number(application.fee)
  const [held, free] = [`member/${memberId}/TWD/held`, `member/${memberId}/TWD/available`]
  const shares = `seat/${listing.seat_id}/stk:2330`
  entries = {
    'block.released': {
      reference: applicationId,
      lines: [
        [held, -cost, application.hold_id],
        [free, cost],
      ],
    },
    'block.traded': {
      reference: applicationId,
      lines: [
        [held, -cost, application.hold_id],
        ['fees/block/TWD/income', cost],
      ],
    },
    'block.unlisted': {
      reference: listingId,
      lines: [
        [`${shares}/held`, -listing.left_shares, listing.hold_id],
        [`${shares}/available`, listing.left_shares],
      ],
    },
  }
  thief = new pg.Client({ connectionString: harness.venue.database.workerUrl })
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
      entryArguments(entry, harness.now()),
    )
    expect(rows[0].outcome).toBe('posted')
    const found = await thief.query('SELECT code FROM app.reconcile() WHERE difference <> 0')
    return found.rows.map(({ code }) => String(code))
  } finally {
    await thief.query('ROLLBACK')
  }
}

it('a waiting block trade leaves the books clean', async () => {
  expect(await harness.differences()).toEqual([])
})

it.each(blockEvents)('a %s without a decision is found', async (event) => {
  expect(await checksOf({ event, ...entries[event] })).toContain('requests')
})
