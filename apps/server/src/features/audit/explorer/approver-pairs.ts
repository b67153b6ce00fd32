import type { ReviewKind } from '@fairlot/contract/operators'
import { dayMs } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { readPairs, readVoters } from './store.ts'

interface Pair {
  readonly first: string
  readonly second: string
  count: number
  share: number
  readonly kinds: { readonly kind: ReviewKind; readonly count: number }[]
}

/** Counts who approves whose proposals. An auditor needs it to spot two people who approve only each other's work. */
export async function approverPairs(tx: Tx, days: number, now: Date) {
  const since = new Date(now.getTime() - days * dayMs)
  const [rows, people] = await Promise.all([readPairs(tx, since), readVoters(tx, since)])
  const pairs = new Map<string, Pair>()
  const ofSecond = new Map<string, number>()
  for (const { first, second, kind, count } of rows) {
    const name = `${first} ${second}`
    const pair = pairs.get(name) ?? { first, second, count: 0, share: 0, kinds: [] }
    pair.count += count
    pair.kinds.push({ kind: kind as ReviewKind, count })
    pairs.set(name, pair)
    ofSecond.set(second, (ofSecond.get(second) ?? 0) + count)
  }
  for (const pair of pairs.values()) pair.share = pair.count / ofSecond.get(pair.second)!
  return {
    since: since.toISOString(),
    approved: rows.reduce((sum, { count }) => sum + count, 0),
    people: people.map((person) => ({ ...person })),
    pairs: [...pairs.values()].toSorted((one, other) => other.count - one.count),
  }
}
