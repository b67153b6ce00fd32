// Content for an attack: values of every type PostgreSQL asks for, taken from the installation's own data, and forged
// entries, commands and batches that look genuine.

import { randomUUID } from 'node:crypto'
import type { Sql } from '@fairlot/testkit/sql'

/** What an attacker who can read everything knows. */
export interface Loot {
  readonly members: readonly string[]
  readonly ids: readonly string[]
  readonly accounts: readonly string[]
  readonly events: readonly string[]
  readonly keys: readonly string[]
  readonly hashes: readonly string[]
  readonly batches: readonly { readonly shard: number; readonly last: number; readonly hash: string }[]
}

export async function readLoot(owner: Sql): Promise<Loot> {
  const texts = async (sql: string): Promise<string[]> =>
    (await owner.query<{ one: string }>(sql)).map(({ one }) => one)
  return {
    members: await texts('SELECT id::text AS one FROM app.members LIMIT 50'),
    ids: await texts(
      `SELECT id::text AS one FROM app.orders UNION ALL SELECT id::text FROM app.positions
       UNION ALL SELECT id::text FROM app.members UNION ALL SELECT id::text FROM ledger.accounts
       UNION ALL SELECT id::text FROM app.reviews LIMIT 400`,
    ),
    accounts: await texts('SELECT code AS one FROM ledger.accounts ORDER BY random() LIMIT 200'),
    events: await texts('SELECT DISTINCT event AS one FROM ledger.entries'),
    keys: await texts('SELECT key AS one FROM ledger.entries ORDER BY random() LIMIT 100'),
    hashes: await texts('SELECT hash AS one FROM exchange.batches ORDER BY random() LIMIT 50'),
    batches: await owner.query(
      'SELECT shard, max(last)::int AS last, min(hash) AS hash FROM exchange.batches GROUP BY shard',
    ),
  }
}

export interface Forge {
  readonly below: (limit: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** A value that PostgreSQL casts to this type. */
  value(type: string): unknown
  readonly loot: Loot
}

const numbers = ['0', '1', '-1', '2', '5', '1000', '500000000', '-500000000', '999999999999', '2147483647']

export function openForge(loot: Loot, random: () => number): Forge {
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const texts = (): string =>
    pick([
      pick(loot.accounts),
      pick([...loot.events, 'journal.posted', 'deposit.booked', 'practice-grant']),
      pick(loot.keys),
      pick(loot.ids),
      `member:${pick(loot.members)}`,
      'approve',
      'passed',
      '2330',
      'TWD',
      pick(loot.hashes),
      '',
      'x'.repeat(2_000),
    ])
  const value = (type: string): unknown => {
    if (type.endsWith('[]')) return Array.from({ length: 1 + below(3) }, () => value(type.slice(0, -2)))
    if (random() < 0.03) return null
    switch (type) {
      case 'uuid':
        return random() < 0.8 ? pick(loot.ids) : randomUUID()
      case 'smallint':
        return String(below(5) - 1)
      case 'integer':
        return random() < 0.5 ? String(below(4)) : pick(numbers.filter((text) => text.length < 11))
      case 'bigint':
      case 'numeric':
      case 'double precision':
        return pick(numbers)
      case 'boolean':
        return random() < 0.5
      case 'timestamp with time zone':
      case 'date':
        return new Date(Date.now() + (below(7) - 3) * 86_400_000).toISOString()
      case 'bytea':
        return Buffer.from(pick(loot.hashes), 'hex')
      case 'json':
      case 'jsonb':
        return JSON.stringify(
          pick([{}, [], forgedCommand({ below, pick, value, loot }), { amount: '999999' }]),
        )
      case 'pg_snapshot':
        return '1:1:'
      default:
        return texts()
    }
  }
  return { below, pick, value, loot }
}

const kinds = [
  'place',
  'cancel',
  'cancel-all',
  'reduce',
  'replace',
  'quote',
  'halt',
  'resume',
  'reference',
  'refuse',
  'list',
  'phase',
  'nonsense',
]

/** A venue command in the name of a member or a market maker who did not send it. */
export function forgedCommand({
  below,
  pick,
  loot,
}: Pick<Forge, 'below' | 'pick' | 'loot'> & { value?: unknown }): object {
  return {
    kind: pick(kinds),
    account: pick([`member:${pick(loot.members)}`, 'seat:maker-1', 'seat:maker-2', 'unknown']),
    order: pick([pick(loot.ids), randomUUID()]),
    newOrder: randomUUID(),
    symbol: pick(['2330', '2317']),
    side: pick(['buy', 'sell']),
    price: pick([1, 10_000, 10_050, 9_950]),
    quantity: 1_000 * (1 + below(3)),
    validity: 'ROD',
    by: 1_000,
    reason: 'news',
    date: '2026-11-16',
    phase: pick(['closed', 'continuous', 'opening-call']),
    quotes: [{ symbol: '2330', bids: [[1, 1_000]], asks: [[2, 1_000]] }],
    instruments: [{ symbol: '2330', instrument: 'stock', reference: 1, limited: true }],
  }
}

/** Arguments of ledger.post_many: a balanced entry that gives a member money which is not theirs. */
export function forgedEntry({ pick, below, loot }: Forge): unknown[] {
  const amount = pick([1_00, 500_000_00, 999_999_999_999])
  const member = pick(loot.members)
  const from = pick([
    'house/main/TWD/capital',
    'house/main/TWD/practice',
    'clearing/main/TWD/settling@2026-11-18',
    `member/${pick(loot.members)}/TWD/available`,
    ...loot.accounts.slice(0, 20),
  ])
  const event = pick([...loot.events, 'journal.posted', 'deposit.booked', 'coupon.rebated', 'order.released'])
  const key = pick([
    `hostile ${randomUUID()}`,
    `practice-grant:${member}`,
    `fill:${below(4)}/${below(500)}/buy`,
    pick(loot.keys),
  ])
  const to = `member/${member}/TWD/available`
  return [
    [event],
    [pick([member, pick(loot.ids)])],
    [key],
    [new Date().toISOString()],
    [1, 1],
    [from, to],
    [String(-amount), String(amount)],
    [null, null],
  ]
}
