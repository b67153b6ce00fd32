// The worker's database role in an attacker's hand, with a placement that members have applied for: what it posts on the
// holds of the application and of the seat's shares is found by one run of reconciliation.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlacementHarness, type PlacementHarness } from '../flows/support/placement-harness.ts'
import { entryArguments, type ForgedEntry, placementEvents } from './hostile/forged-entries.ts'

let harness: PlacementHarness
let thief: pg.Client
let entries: Readonly<Record<(typeof placementEvents)[number], Omit<ForgedEntry, 'event'>>>

beforeAll(async () => {
  harness = await openPlacementHarness()
  const { placementId } = await harness.place()
  const member = await harness.member()
  const applicationId = await harness.applied(member, placementId, 2)
  const { rows } = await harness.owner.query(
    `SELECT a.hold_id AS held, a.amount::integer AS amount, p.hold_id AS shares FROM app.placement_applications a
     JOIN app.placements p ON p.id = a.placement_id WHERE a.id = $1`,
    [applicationId],
  )
  const [{ held, amount, shares }] = rows
  const cash = `member/${member.memberId}/TWD`
  const stock = `seat/${harness.seat}/stk:${harness.symbol}`
  entries = {
    'placement.released': {
      reference: applicationId,
      lines: [
        [`${cash}/held`, -amount, held],
        [`${cash}/available`, amount],
      ],
    },
    'placement.allotted': {
      reference: applicationId,
      lines: [
        [`${cash}/held`, -amount, held],
        [`${cash}/available`, amount],
        [`${stock}/held`, -2_000, shares],
        [`member/${member.memberId}/stk:${harness.symbol}/receivable@2030-01-02`, 2_000],
      ],
    },
    'placement.unlisted': {
      reference: placementId,
      lines: [
        [`${stock}/held`, -10_000, shares],
        [`${stock}/available`, 10_000],
      ],
    },
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

it.each(placementEvents)('a %s without a result is found', async (event) => {
  expect(await checksOf({ event, ...entries[event] })).toContain('requests')
})
