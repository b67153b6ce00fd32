import { assertEntry, type Entry, holdKey } from './entry.ts'
import type { Executor } from './executor.ts'
import { type OutcomeRow, type PostOutcome, toOutcome } from './outcome.ts'

const statement = `
  SELECT outcome, entry_id::text, posted_ms::text, refused_on
  FROM ledger.post_many($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::bigint[], $8::uuid[])
  ORDER BY n`

/** Posts one entry inside the caller's transaction. A refusal leaves nothing behind. */
export async function post(tx: Executor, entry: Entry): Promise<PostOutcome> {
  const [outcome] = await postMany(tx, [entry])
  if (!outcome) throw new Error('the ledger returned no row')
  return outcome
}

/**
 * Posts many entries in one call, in order. Each is accepted or refused separately and sees the effects of the ones
 * before it. Keys must differ within the batch.
 */
export async function postMany(tx: Executor, entries: readonly Entry[]): Promise<PostOutcome[]> {
  if (entries.length === 0) return []
  const lineEntries: number[] = []
  const accounts: string[] = []
  const amounts: bigint[] = []
  const holds: (string | null)[] = []
  entries.forEach((entry, index) => {
    assertEntry(entry)
    for (const line of entry.lines) {
      lineEntries.push(index + 1)
      accounts.push(line.account)
      amounts.push(line.amount)
      holds.push(line.hold ?? null)
    }
  })
  const rows = await tx.query<OutcomeRow>(statement, [
    entries.map(({ event }) => event),
    entries.map(({ reference }) => reference),
    entries.map(storedKey),
    entries.map(({ postedAt }) => postedAt.toISOString()),
    lineEntries,
    accounts,
    amounts,
    holds,
  ])
  if (rows.length !== entries.length) throw new Error('the ledger returned a different number of entries')
  return rows.map(toOutcome)
}

/** Null when the hold that the entry opens is its key. */
function storedKey({ key, lines }: Entry): string | null {
  const { amount, hold } = lines.at(-1)!
  return hold !== undefined && amount > 0n && key === holdKey(hold) ? null : key
}
