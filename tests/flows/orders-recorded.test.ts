// The decision about orders was a function in PL/pgSQL before 0.2.0. Its answers to 100,000 random batches were recorded
// (recorded-decisions.bin has four bytes of SHA-256 for each); decideBatch gives the same answers. A normal run compares
// the first 8,000, FAIRLOT_PROVE=1 all of them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decideBatch, type OrderDecision } from '../../apps/server/src/features/orders/intake/decide-batch.ts'
import { worldFacts } from './support/order-world-facts.ts'
import { type OrderWorld, orderWorld, worldNow } from './support/order-worlds.ts'

const recorded = readFileSync(join(import.meta.dirname, 'support/recorded-decisions.bin'))
const batches = process.env['FAIRLOT_PROVE'] === '1' ? recorded.length / 4 : 8_000

/**
 * In these a forced buy-back without enough cash shares its batch with other orders. The old function then held none of
 * the owner's cash; decideBatch holds what there is, as both do for such an order alone. The platform places them alone.
 */
const forcedInBatch = [6_780, 14_802, 60_009, 60_931, 67_262, 69_409, 75_150, 93_983]

test('decideBatch answers as the replaced SQL function did', () => {
  const differing: number[] = []
  for (let seed = 0; seed < batches; seed += 1) {
    const digest = createHash('sha256')
      .update(answerText(orderWorld(seed)))
      .digest()
      .subarray(0, 4)
    if (!digest.equals(recorded.subarray(seed * 4, seed * 4 + 4))) differing.push(seed)
  }
  const unexpected = differing.filter((seed) => !forcedInBatch.includes(seed))
  expect(unexpected.slice(0, 10).map((seed) => `${seed}\n${answerText(orderWorld(seed))}`)).toEqual([])
  expect(differing).toEqual(forcedInBatch.filter((seed) => seed < batches))
})

function answerText(world: OrderWorld): string {
  const { drafts, members, positions } = world
  if (drafts.length === 0) return ''
  const decided = decideBatch(drafts, worldFacts(world), worldNow)
  if (!decided.complete) throw new Error('a fact is missing')
  const { decisions } = decided
  const closing = new Map<string, number>()
  const stopped = new Set(members.flatMap(({ id, stopped: by }) => (by === 'rule' ? [id] : [])))
  decisions.forEach((decision, index) => {
    const { positionId, memberId } = drafts[index]!
    if (decision.outcome === 'placed')
      closing.set(positionId, (closing.get(positionId) ?? 0) + decision.taken.closing)
    if (decision.outcome === 'refused' && decision.stopsMember) stopped.add(memberId)
  })
  const text = [
    ...decisions.map((decision) => textOf(decision, drafts.length > 1)),
    ...sorted(positions).map((one) => `${one.id} ${one.closing + (closing.get(one.id) ?? 0)}`),
    ...[...stopped].sort().map((id) => `${id} stopped`),
  ].join('\n')
  const ids = [...members.map(({ id }) => id), ...positions.map(({ id }) => id)]
  return ids.reduce((written, id, index) => written.replaceAll(id, `#${index}`), text)
}

const sorted = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1))

function textOf(decision: OrderDecision, isBatch: boolean): string {
  switch (decision.outcome) {
    case 'placed': {
      const parts = decision.taken.holdParts.map(({ account, amount }) => `${account}=${amount}`)
      return `placed ${decision.taken.held} ${parts.join(',')}`
    }
    case 'replayed':
      return 'replayed'
    case 'refused':
      // In a batch that answer was not final: the order was then tried alone, also with receivables.
      if (isBatch && decision.refusal.msg === 'balance.insufficient') return 'insufficient'
      return JSON.stringify(decision.refusal)
  }
}
