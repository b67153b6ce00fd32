// Bugs planted in the ledger's own SQL, one at a time, in a separate database. Each must be caught: by the model's
// answer, by an invariant, or by a constraint that stops the transaction. An uncaught one shows a gap in the checks.

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { steps, type World } from '@fairlot/testkit/ledger-sequences'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint } from './index.ts'
import { openLedgerDatabase } from './testing/fixtures.ts'
import { ledgerOn, runSequence } from './testing/run-sequence.ts'

interface Canary {
  readonly bug: string
  readonly in: 'apply' | 'release_remaining' | 'reverse' | 'open_accounts'
  readonly from: string
  readonly to: string
}

const canaries: readonly Canary[] = [
  { bug: 'the minimum is not checked', in: 'apply', from: 'b_balance[s] < b_lowest[s]', to: 'false' },
  { bug: 'the ceiling is skipped', in: 'apply', from: 'b_balance[s] > b_highest[s]', to: 'false' },
  { bug: 'a closed hold gives again', in: 'apply', from: 'ELSIF h_left[h] = 0 THEN', to: 'ELSIF false THEN' },
  {
    bug: 'a hold gives more than it has',
    in: 'apply',
    from: 'ELSIF h_left[h] < -v_amount',
    to: 'ELSIF false',
  },
  { bug: 'a hold does not shrink', in: 'apply', from: 'h_left[h] := h_left[h] + v_amount;', to: 'NULL;' },
  { bug: 'a hold opens twice', in: 'apply', from: 'IF h_account[h] IS NOT NULL THEN', to: 'IF false THEN' },
  {
    bug: 'a hold is taken through another account',
    in: 'apply',
    from: 'ELSIF h_account[h] IS DISTINCT FROM v_ids[i] THEN',
    to: 'ELSIF h_account[h] IS NULL THEN',
  },
  {
    bug: 'a key answers for any content',
    in: 'apply',
    from: 'IF k_hash[e] = v_hashes[e] THEN',
    to: 'IF true THEN',
  },
  { bug: 'keys are ignored', in: 'apply', from: 'IF k_entry[e] <> v_entry_id[e] THEN', to: 'IF false THEN' },
  { bug: 'a refused entry keeps its key', in: 'apply', from: 'IF v_refused THEN', to: 'IF false THEN' },
  {
    bug: 'a refused entry keeps its effect',
    in: 'apply',
    from: 'b_balance[s] := b_balance[s] - p_amounts[i];',
    to: 'NULL;',
  },
  {
    bug: 'a refused entry counts its lines',
    in: 'apply',
    from: 'b_lines[s] := b_lines[s] - 1;',
    to: 'NULL;',
  },
  {
    // A real bug that 500 histories on PostgreSQL found.
    bug: 'a refused hold leaves its account behind',
    in: 'apply',
    from: 'h_account[h] := NULL;\n          h_entry[h] := NULL;',
    to: 'NULL;',
  },
  {
    bug: 'the second line is lost',
    in: 'apply',
    from: "WHERE v_outcome[l.entry] = 'posted';",
    to: "WHERE v_outcome[l.entry] = 'posted' AND l.o <> 2;",
  },
  {
    bug: 'the balance row is off by one',
    in: 'apply',
    from: 'SET balance = u.balance,',
    to: 'SET balance = u.balance + 1,',
  },
  { bug: 'lines are not numbered', in: 'apply', from: 'b_lines[s] := b_lines[s] + 1;', to: 'NULL;' },
  {
    bug: 'a reversal repeats instead of undoing',
    in: 'reverse',
    from: 'array_agg(-l.amount',
    to: 'array_agg(l.amount',
  },
  {
    bug: 'an entry is reversed twice',
    in: 'reverse',
    from: 'ON CONFLICT (original) DO NOTHING;\n  IF NOT FOUND',
    to: 'ON CONFLICT (original) DO NOTHING;\n  IF false',
  },
  {
    bug: 'a refused reversal cannot be tried again',
    in: 'reverse',
    from: 'DELETE FROM ledger.reversals WHERE original = p_entry;',
    to: 'NULL;',
  },
  { bug: 'a reversal undoes a hold', in: 'reverse', from: 'OR v_holds THEN', to: 'OR false THEN' },
  {
    bug: 'a release gives one too much',
    in: 'release_remaining',
    from: 'ARRAY[-v_left, v_left]',
    to: 'ARRAY[-v_left, v_left + 1]',
  },
]

const newWorld = (): World => {
  const ids = Array.from({ length: 40 }, () => randomUUID())
  return {
    name: randomUUID().replaceAll('-', '').slice(0, 20),
    memberIds: ids.slice(0, 3),
    holdId: (step) => ids[3 + step]!,
    at: (step) => new Date(Date.now() + step),
  }
}

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
/** A normal run plants every third bug; FAIRLOT_PROVE=1 plants all. */
const planted = canaries.filter((_, index) => isWhole || index % 3 === 0)
const caughtAfter: Record<string, number> = {}

describe('a planted bug is caught', () => {
  it.each(planted)('$bug', { timeout: 120_000 }, async ({ bug, in: name, from, to }) => {
    const db = await openLedgerDatabase()
    try {
      const [source] = await db.owner.query<{ text: string }>(
        `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace AND proname = $1`,
        [name],
      )
      expect(source!.text.split(from)).toHaveLength(2)
      await db.owner.query(source!.text.replace(from, () => to))
      const ledger = ledgerOn(db.poster)
      const result = await fc.check(
        fc.asyncProperty(steps(), fc.boolean(), async (sequence, batched) => {
          await runSequence(ledger, newWorld(), sequence, { batched })
          expect(await checkInvariants(db.reader, { scope: 'tail' })).toEqual([])
          // Keeps the tail as short as it is in production.
          await checkpoint(db.worker)
        }),
        { numRuns: 300, seed: 7, endOnFailure: true },
      )
      expect(result.failed).toBe(true)
      caughtAfter[bug] = result.numRuns
    } finally {
      await db.close()
    }
  })

  it.runIf(isWhole)('writes the evidence file', () => {
    expect(Object.keys(caughtAfter)).toHaveLength(canaries.length)
    writeFileSync(
      new URL('../../../evidence/ledger-canaries.json', import.meta.url),
      `${JSON.stringify({ at: new Date().toISOString(), planted: canaries.length, caught: Object.keys(caughtAfter).length, historiesUntilCaught: caughtAfter }, null, 2)}\n`,
    )
  })
})
