// A NATS publisher that may publish on every subject, which is more than any one process may. It sends random bytes and
// forged batches, quotes, books and member events on each subject in turn until the time is over.

import { shards, subjectsOf } from '@fairlot/contract/venue'
import { connect } from '@nats-io/transport-node'
import type { Forge } from './forge.ts'

/** How many messages went to each subject, without its last part. */
export type Published = Map<string, number>

export async function attackNats(
  url: string,
  namespace: string,
  forge: () => Forge,
  until: number,
  published: Published,
): Promise<void> {
  const connection = await connect({ servers: url })
  const subjects = subjectsOf(namespace)
  try {
    for (let turn = 0; Date.now() < until; turn += 1) {
      const { pick, below, loot } = forge()
      const all: readonly (readonly [string, string])[] = [
        ...shards.flatMap((shard) => [
          ['wake.exchange', subjects.wakeExchange(shard)] as const,
          ['events', subjects.events(shard)] as const,
          ['books', subjects.books(shard)] as const,
          ['ask-books', subjects.askBooks(shard)] as const,
        ]),
        ['quote', subjects.quote('2330')],
        ['indices', subjects.indices],
        ['quotes-heartbeat', subjects.quotesHeartbeat],
        ['own', subjects.own(pick(loot.members))],
        ['reviews.decided', `${namespace}.reviews.decided`],
        ['funds.reconcile', `${namespace}.funds.reconcile`],
      ]
      const [name, subject] = all[turn % all.length]!
      const batch = pick(loot.batches)
      const content = pick([
        '',
        '{}',
        'x'.repeat(below(2_000)),
        String(batch.last + below(5)),
        JSON.stringify({ symbol: '2330', last: 1, at: Date.now(), number: below(100), kind: 'order.filled' }),
        JSON.stringify({
          ...forgedBatch(batch, below),
          events: [forgedTrade(pick(loot.members), pick(loot.ids))],
        }),
      ])
      connection.publish(subject, content)
      published.set(name, (published.get(name) ?? 0) + 1)
      // Yields the event loop to the trading members.
      if (turn % 5 === 0) await connection.flush()
    }
  } finally {
    await connection.close()
  }
}

const forgedBatch = (
  { shard, last, hash }: { readonly shard: number; readonly last: number; readonly hash: string },
  below: (limit: number) => number,
): object => ({
  shard,
  first: last + 1,
  last: last + 1 + below(2),
  previous: hash,
  hash,
  at: Date.now(),
  sequence: last,
})

const forgedTrade = (memberId: string, order: string): object => ({
  kind: 'traded',
  symbol: '2330',
  price: 1,
  quantity: 1_000,
  buyOrder: order,
  buyAccount: `member:${memberId}`,
  sellOrder: 'quote:2330:1',
  sellAccount: 'seat:maker-1',
})
