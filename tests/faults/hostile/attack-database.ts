// One database role in an attacker's hand. It calls every function it may execute and writes every table it may write,
// with random and with forged content, one statement after the other until the time is over.

import pg from 'pg'
import { forgedCommand, forgedEntry, type Forge } from './forge.ts'
import { entryArguments, type ForgedEntry } from './forged-entries.ts'
import type { Reach, ReachedFunction, ReachedTable } from './reach.ts'

export interface Tries {
  functions: number
  tables: number
  /** Statements that PostgreSQL executed. */
  succeeded: number
  /** Successes by function or table, to see what the role achieved. */
  readonly did: Map<string, number>
}

/**
 * Sign-in state, short-lived locks, rate counters, and what keeps a member or a security from trading. The role that serves
 * a member, or sets the market up, writes them by design; an attack on them moves no money and would only end the trading
 * that is being attacked.
 */
const availabilityOnly =
  /^app\.(sessions|members|passkeys|authenticators|sign_ins|trusted|operators?|operator_|restrictions|closures|instruments)|^platform\./

export async function attackDatabase(
  url: string,
  reach: Reach,
  forge: () => Forge,
  until: number,
  tries: Tries,
  /** Entries its rows of ledger.posting_rights let it post. */
  entries: () => readonly ForgedEntry[] = () => [],
): Promise<void> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 300, application_name: 'hostile' })
  // A statement may end the connection; the attack continues with the next one.
  client.on('error', () => undefined)
  await client.connect()
  const did = (name: string): void => {
    tries.succeeded += 1
    tries.did.set(name, (tries.did.get(name) ?? 0) + 1)
  }
  const run = async (name: string, text: string, values: readonly unknown[]): Promise<void> => {
    try {
      const result = await client.query(text, values as unknown[])
      if (result.rowCount !== null && result.rowCount > 0) did(name)
    } catch {
      // The role's rights refused it. `did` counts the successes.
    }
  }
  try {
    const tables = reach.tables.filter(({ name }) => !availabilityOnly.test(name))
    for (let turn = 0; Date.now() < until; turn += 1) {
      const used = forge()
      const called = reach.functions[turn % Math.max(1, reach.functions.length)]
      if (called) {
        tries.functions += 1
        await run(called.name, ...call(called, used, entries()))
      }
      const written = tables[turn % Math.max(1, tables.length)]
      if (written) {
        tries.tables += 1
        await run(written.name, ...write(written, used))
      }
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

function call(
  { name, types }: ReachedFunction,
  forge: Forge,
  entries: readonly ForgedEntry[],
): [string, readonly unknown[]] {
  const values = argumentsOf(name, types, forge, entries)
  const places = types.map((type, index) => `$${index + 1}::${type}`).join(', ')
  return [`SELECT * FROM ${name}(${places})`, values]
}

/** Half of the calls that move something carry content that would pass for true. */
function argumentsOf(
  name: string,
  types: readonly string[],
  forge: Forge,
  entries: readonly ForgedEntry[],
): readonly unknown[] {
  if (name === 'ledger.post_many' && entries.length > 0 && forge.below(4) > 0)
    return entryArguments(forge.pick(entries), new Date())
  if (forge.below(2) === 0) {
    if (name === 'ledger.post_many') return forgedEntry(forge)
    if (name === 'exchange.submit') return [String(forge.below(4)), JSON.stringify(forgedCommand(forge))]
    if (name === 'exchange.submit_many')
      return [[String(forge.below(4))], [JSON.stringify(forgedCommand(forge))]]
  }
  return types.map((type) => forge.value(type))
}

function write(table: ReachedTable, forge: Forge): [string, readonly unknown[]] {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const acts = [
    ...(table.update.length > 0 ? (['update', 'update'] as const) : []),
    ...(table.insert.length > 0 ? (['insert', 'insert'] as const) : []),
    ...(table.mayDelete ? (['delete'] as const) : []),
  ]
  const oneRow = `ctid = (SELECT ctid FROM ${table.name} OFFSET ${forge.below(5)} LIMIT 1)`
  switch (forge.pick(acts)) {
    case 'update': {
      const column = forge.pick(table.update)
      return [
        `UPDATE ${table.name} SET "${column}" = $1::${typeOf.get(column)} WHERE ${oneRow}`,
        [forge.value(typeOf.get(column)!)],
      ]
    }
    case 'insert': {
      // A copy of a genuine row with one column changed, or a row of forged values only.
      const changed = forge.pick(table.insert)
      const columns = table.insert.map((column) => `"${column}"`).join(', ')
      if (forge.below(2) === 0)
        return [
          `INSERT INTO ${table.name} (${columns}) SELECT ${table.insert
            .map((column) => (column === changed ? `$1::${typeOf.get(column)}` : `"${column}"`))
            .join(', ')} FROM ${table.name} OFFSET ${forge.below(5)} LIMIT 1`,
          [forge.value(typeOf.get(changed)!)],
        ]
      return [
        `INSERT INTO ${table.name} (${columns}) VALUES (${table.insert
          .map((column, index) => `$${index + 1}::${typeOf.get(column)}`)
          .join(', ')})`,
        table.insert.map((column) => forge.value(typeOf.get(column)!)),
      ]
    }
    case 'delete':
      return [`DELETE FROM ${table.name} WHERE ${oneRow}`, []]
  }
}
