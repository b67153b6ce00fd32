// Many entries in one call take another path through the arrays than a few: the same random entries, one by one for some members and
// in one call for others, have the same outcomes, balances and holds.

import { randomUUID } from 'node:crypto'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balancesOf, entry, type Entry, findHold, member, post, postMany, type PostOutcome } from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

let db: LedgerDatabase
beforeAll(async () => {
  db = await openLedgerDatabase()
})
afterAll(async () => {
  expect(await checkInvariants(db.reader)).toEqual([])
  await db.close()
})

const people = 7
const histories = 5
const below = (bound: number): number => Math.floor(Math.random() * bound)

interface Step {
  readonly kind: 'move' | 'hold' | 'release' | 'again'
  readonly who: number
  readonly other: number
  readonly amount: bigint
  readonly hold: number
}

const randomSteps = (): Step[] =>
  Array.from({ length: 90 }, () => ({
    kind: (['move', 'hold', 'hold', 'release', 'release', 'again'] as const)[below(6)]!,
    who: below(people),
    other: below(people - 1),
    amount: BigInt(1 + below(70)),
    hold: below(12),
  }))

/** The steps as entries of these members and holds. */
function entriesOf(steps: readonly Step[], members: readonly string[], holds: readonly string[]): Entry[] {
  const free = (n: number) => member(members[n]!).available('TWD')
  return steps.map(({ kind, who, other, amount, hold }) => {
    const holdId = holds[hold]!
    if (kind === 'move')
      return entry(head())
        .move(amount, free(who), free((who + 1 + other) % people))
        .done()
    if (kind === 'release')
      return entry(head())
        .release(holdId, amount, free(hold % people))
        .done()
    // One entry that takes from a hold and opens another of the same member; it is refused as a whole.
    if (kind === 'again')
      return entry(head())
        .release(holdId, amount, free(hold % people))
        .hold(holds[(hold + people) % holds.length]!, amount, free(hold % people))
        .done()
    return entry(head())
      .hold(holdId, amount, free(hold % people))
      .done()
  })
}

const outcomeText = (outcome: PostOutcome): string => (outcome.ok ? 'posted' : outcome.reason)

it('many entries in one call end as one by one', async () => {
  const seen = new Set<string>()
  for (let history = 0; history < histories; history += 1) {
    const steps = randomSteps()
    const worlds = await Promise.all(
      [0, 1].map(async () => ({
        members: await Promise.all(Array.from({ length: people }, () => fundedMember(db.poster, 100n))),
        holds: Array.from({ length: 12 }, () => randomUUID()),
      })),
    )
    const [single, together] = worlds.map(({ members, holds }) => entriesOf(steps, members, holds))
    const one: string[] = []
    for (const each of single!) one.push(outcomeText(await post(db.poster, each)))
    expect((await postMany(db.poster, together!)).map(outcomeText)).toEqual(one)
    for (const reason of one) seen.add(reason)
    const [left, right] = await Promise.all(
      worlds.map(async ({ members, holds }) => ({
        balances: (await Promise.all(members.map((id) => balancesOf(db.poster, id)))).map((rows) =>
          rows.map(({ kind, amount }) => [kind, amount]),
        ),
        holds: (await Promise.all(holds.map((id) => findHold(db.poster, id)))).map((hold) => [
          hold?.amount,
          hold?.remaining,
        ]),
      })),
    )
    expect(right).toEqual(left)
  }
  for (const reason of ['posted', 'insufficient', 'hold-exists', 'hold-exceeded', 'unknown-hold'])
    expect(seen).toContain(reason)
})
