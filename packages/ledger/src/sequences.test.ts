// Random histories. In memory they run against the model alone: that tests the entry builder, the requests and the
// invariants (a planted fault must be found), not the SQL. On PostgreSQL every answer and every balance is compared
// with the model's, which tests the ledger itself. FAIRLOT_PROVE=1 runs all of them and writes
// evidence/ledger-properties.json.

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { createLedgerModel, modelFaults } from '@fairlot/testkit/ledger-model'
import { requestOf, type Step, stepKinds, steps, type World } from '@fairlot/testkit/ledger-sequences'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerOn, runSequence } from './testing/run-sequence.ts'
import { checkpoint, ledgerRefusals } from './index.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
const inMemory = whole ? 20_000 : 2_000
const onPostgres = whole ? 500 : 50
const seed = 20_261_115

const tally = new Map<string, number>()
const count = (name: string): void => void tally.set(name, (tally.get(name) ?? 0) + 1)
const evidence: Record<string, unknown> = { seed }
const runsUntilSeen: Record<string, number> = {}

function newWorld(): World {
  const name = randomUUID().replaceAll('-', '').slice(0, 20)
  const ids = Array.from({ length: 40 }, () => randomUUID())
  return {
    name,
    memberIds: ids.slice(0, 3),
    holdId: (step) => ids[3 + step]!,
    at: (step) => new Date(Date.now() + step),
  }
}

function runInMemory(sequence: readonly Step[], fault?: (typeof modelFaults)[number]) {
  const world = newWorld()
  const model = createLedgerModel(fault)
  const history = []
  for (const [index, step] of sequence.entries()) {
    const request = requestOf(step, index, world, model, history)
    if (!request) continue
    history.push(request)
    count(`memory:${model.apply(request)}`)
  }
  return model
}

describe('random histories in memory', () => {
  it('keep I1 to I6, I20 and I21', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(steps(), (sequence) => {
        expect(runInMemory(sequence).breaches()).toEqual([])
      }),
      { numRuns: inMemory, seed },
    )
    evidence['sequencesInMemory'] = inMemory
  })

  it.each(modelFaults)('reveal the planted bug %s', (fault) => {
    const result = fc.check(
      fc.property(steps(), (sequence) => runInMemory(sequence, fault).breaches().length === 0),
      { numRuns: 5_000, seed, endOnFailure: true },
    )
    expect(result.failed).toBe(true)
    runsUntilSeen[fault] = result.numRuns
  })
})

describe('random histories on PostgreSQL', () => {
  let database: TestDatabase
  let api: Sql
  let worker: Sql
  let reader: Sql
  beforeAll(async () => {
    database = await openTestDatabase()
    api = openSql(database.ownerUrl)
    worker = openSql(database.workerUrl)
    reader = openSql(database.readerUrl)
  })
  afterAll(async () => {
    await Promise.all([api.close(), worker.close(), reader.close()])
    await database.close()
  })

  it('agree with the model step by step and keep the invariants', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps(), fc.boolean(), async (sequence, batched) => {
        await runSequence(ledgerOn(api), newWorld(), sequence, { batched, count })
        expect(await checkInvariants(reader, { scope: 'tail' })).toEqual([])
        await checkpoint(worker)
      }),
      // A breach stays in the database, so every smaller history would fail too: report the one that caused it.
      { numRuns: onPostgres, seed, endOnFailure: true },
    )
    expect(await checkInvariants(reader)).toEqual([])
    evidence['sequencesOnPostgres'] = onPostgres
  })

  it('reach every step and every refusal except overflow', () => {
    const met = (name: string) => (tally.get(`postgres:${name}`) ?? 0) > 0
    expect(stepKinds.filter((kind) => !met(`step ${kind}`))).toEqual([])
    // Overflow needs nine times the largest amount on one account; post.test.ts does that on purpose.
    expect(ledgerRefusals.filter((refusal) => refusal !== 'overflow' && !met(refusal))).toEqual([])
  })

  it.runIf(whole)('write the evidence file', async () => {
    const [size] = await reader.query<{ entries: string; lines: string }>(
      `SELECT (SELECT count(*) FROM ledger.entries)::text AS entries, (SELECT count(*) FROM ledger.lines)::text AS lines`,
    )
    const folder = new URL('../../../evidence/', import.meta.url)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      new URL('ledger-properties.json', folder),
      `${JSON.stringify(
        {
          ...evidence,
          modelFaultsSeenAfter: runsUntilSeen,
          invariants: ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I20', 'I21'],
          checkedAfter: 'every sequence',
          entriesOnPostgres: Number(size!.entries),
          linesOnPostgres: Number(size!.lines),
          at: new Date().toISOString(),
          node: process.versions.node,
          outcomes: Object.fromEntries([...tally].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        },
        null,
        2,
      )}\n`,
    )
    expect(tally.size).toBeGreaterThan(20)
  })
})
