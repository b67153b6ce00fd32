// Random histories for the ledger. A step is drawn without the state and then adapted to it, so that most steps are
// possible, many are just impossible, and every refusal of the ledger occurs.

import { type AccountCode, type Asset, entry, type EntryHead, holdKey, member } from '@fairlot/ledger'
import fc from 'fast-check'
import type { LedgerModel, LedgerRequest } from './ledger-model.ts'

export const stepKinds = [
  'deposit',
  'transfer',
  'hold',
  'hold-without-key',
  'hold-again',
  'capture',
  'capture-foreign',
  'release',
  'release-remaining',
  'reverse',
  'reverse-again',
  'exchange',
  'fund-pool',
  'borrow',
  'repay',
  'write-off',
  'trade',
  'settle',
  'replay',
  'reuse-key',
] as const

export interface Step {
  readonly kind: (typeof stepKinds)[number]
  readonly who: number
  readonly other: number
  readonly asset: number
  /** Per cent of the available amount; above 100 it asks for too much. */
  readonly share: number
  readonly pick: number
}

// Most random steps would find an empty account, so every history begins with some money.
const opening: readonly Step[] = [
  { kind: 'deposit', who: 0, other: 0, asset: 0, share: 0, pick: 999 },
  { kind: 'deposit', who: 1, other: 0, asset: 0, share: 0, pick: 700 },
  { kind: 'deposit', who: 0, other: 0, asset: 2, share: 0, pick: 1 },
  { kind: 'fund-pool', who: 0, other: 0, asset: 0, share: 0, pick: 500 },
  { kind: 'hold', who: 0, other: 0, asset: 0, share: 20, pick: 0 },
]
const often: readonly Step['kind'][] = [
  'hold',
  'hold-without-key',
  'capture',
  'release',
  'release-remaining',
  'reverse',
  'reverse-again',
  'repay',
]

export const steps = (max = 24): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...stepKinds, ...often),
        who: fc.nat(2),
        other: fc.nat(2),
        // Mostly one asset, so that steps affect each other.
        asset: fc.constantFrom(0, 0, 0, 1, 2),
        share: fc.oneof(
          { weight: 4, arbitrary: fc.nat(100) },
          { weight: 1, arbitrary: fc.integer({ min: 101, max: 200 }) },
        ),
        pick: fc.nat(999),
      }),
      { minLength: 6, maxLength: max, size: 'max' },
    )
    .map((drawn) => [...opening, ...drawn])

/** Owners of one sequence. Each sequence has its own, so that thousands can share a database without conflicts. */
export interface World {
  /** At most 24 characters of a-z, 0-9 and dashes. */
  readonly name: string
  readonly memberIds: readonly string[]
  readonly holdId: (step: number) => string
  readonly at: (step: number) => Date
}

const assets: readonly Asset[] = ['TWD', 'USD', 'stk:2330']
const due = '2026-11-17'

/** The ledger request for this step, or null when the step is not possible yet. */
export const requestOf = (
  step: Step,
  index: number,
  world: World,
  model: LedgerModel,
  history: readonly LedgerRequest[],
): LedgerRequest | null => requests[step.kind](situationOf(step, index, world, model, history))

/** What a step finds: whose accounts, how much, and one of the holds. */
type Situation = ReturnType<typeof situationOf>

const situationOf = (
  step: Step,
  index: number,
  world: World,
  model: LedgerModel,
  history: readonly LedgerRequest[],
) => {
  const asset = assets[step.asset]!
  const own = member(world.memberIds[step.who]!)
  const picked = <Item>(items: readonly Item[]): Item | undefined => items[step.pick % items.length]
  const hold = picked(model.holds())
  const head: EntryHead = {
    event: `test.${step.kind}`,
    reference: `step ${index}`,
    key: `${world.name}:${index}`,
    postedAt: world.at(index),
  }
  return {
    step,
    asset,
    own,
    peer: member(world.memberIds[step.other]!),
    system: (
      owner: 'house' | 'fees' | 'clearing' | 'lending',
      kind: string,
      of: Asset = asset,
    ): AccountCode => `${owner}/${world.name}/${of}/${kind}`,
    head,
    newHold: world.holdId(index),
    balance: (account: AccountCode): bigint => model.balance(account),
    keys: () => model.keys(),
    history,
    part: (of: bigint): bigint => {
      const amount = (of * BigInt(step.share)) / 100n
      return amount > 0n ? amount : 1n
    },
    picked,
    hold,
    heldFrom: hold ? (hold.account.replace(/held$/, 'available') as AccountCode) : own.available(asset),
    assetOfHold: (hold?.account.split('/')[2] ?? asset) as Asset,
  }
}

const post = (built: ReturnType<typeof entry>): LedgerRequest => ({ op: 'post', entry: built.done() })

const requests: Readonly<Record<Step['kind'], (found: Situation) => LedgerRequest | null>> = {
  deposit: ({ step, asset, own, system, head }) =>
    post(entry(head).move(BigInt(step.pick) * 100n + 1n, system('house', 'bank'), own.available(asset))),
  transfer: ({ asset, own, peer, system, head, part, balance }) => {
    const amount = part(balance(own.available(asset)))
    return post(
      entry(head)
        .move(amount, own.available(asset), peer.available(asset))
        .move(amount / 100n, own.available(asset), system('fees', 'income')),
    )
  },
  hold: ({ asset, own, head, newHold, part, balance }) =>
    post(entry(head).hold(newHold, part(balance(own.available(asset))), own.available(asset))),
  'hold-without-key': ({ asset, own, head, newHold, part, balance }) =>
    post(
      entry({ ...head, key: holdKey(newHold) }).hold(
        newHold,
        part(balance(own.available(asset))),
        own.available(asset),
      ),
    ),
  'hold-again': ({ head, hold, heldFrom }) =>
    hold ? post(entry(head).hold(hold.holdId, 1n, heldFrom)) : null,
  capture: ({ step, system, head, part, hold, heldFrom, assetOfHold }) => {
    if (!hold) return null
    const amount = part(hold.left)
    return post(
      entry(head)
        .capture(hold.holdId, amount, heldFrom, system('clearing', 'settlement', assetOfHold))
        .capture(hold.holdId, BigInt(step.pick % 3), heldFrom, system('fees', 'income', assetOfHold)),
    )
  },
  'capture-foreign': ({ asset, peer, system, head, hold }) =>
    hold
      ? post(entry(head).capture(hold.holdId, 1n, peer.available(asset), system('clearing', 'settlement')))
      : null,
  release: ({ head, part, hold, heldFrom }) =>
    hold ? post(entry(head).release(hold.holdId, part(hold.left), heldFrom)) : null,
  'release-remaining': ({ head, hold, newHold }) => ({
    op: 'release-remaining',
    holdId: hold?.holdId ?? newHold,
    head,
  }),
  reverse: ({ step, head, picked, keys }) => ({
    op: 'reverse',
    originalKey: step.pick % 20 === 0 ? 'nothing' : picked(keys())!,
    head,
  }),
  'reverse-again': ({ head, picked, history }) => {
    const reversed = picked(history.filter((request) => request.op === 'reverse'))
    return reversed ? { ...reversed, head } : null
  },
  exchange: ({ own, system, head, part, balance }) => {
    const amount = part(balance(own.available('TWD')))
    return post(
      entry(head)
        .move(amount, own.available('TWD'), system('house', 'fx', 'TWD'))
        .move(amount / 31n + 1n, system('house', 'fx', 'USD'), own.available('USD')),
    )
  },
  'fund-pool': ({ step, system, head }) =>
    post(
      entry(head).move(
        BigInt(step.pick) * 50n + 1n,
        system('house', 'capital'),
        system('lending', 'available'),
      ),
    ),
  borrow: ({ asset, own, system, head, part, balance }) => {
    const amount = part(balance(system('lending', 'available')))
    return post(
      entry(head)
        .move(amount, system('lending', 'available'), own.available(asset))
        .move(amount, own.loan(asset), system('lending', 'lent')),
    )
  },
  repay: ({ asset, own, system, head, part, balance }) => {
    const amount = part(-balance(own.loan(asset)))
    return post(
      entry(head)
        .move(amount, own.available(asset), system('lending', 'available'))
        .move(amount, system('lending', 'lent'), own.loan(asset)),
    )
  },
  'write-off': ({ asset, own, system, head, part, balance }) => {
    const amount = part(-balance(own.loan(asset)))
    return post(
      entry(head)
        .move(amount, system('house', 'capital'), own.loan(asset))
        .move(amount, system('lending', 'lent'), system('house', 'capital')),
    )
  },
  trade: ({ own, peer, system, head, part, balance }) => {
    const quantity = part(balance(own.available('stk:2330')))
    const cash = quantity * 985n
    return post(
      entry(head)
        .move(quantity, own.available('stk:2330'), system('clearing', 'settlement', 'stk:2330'))
        .move(quantity, system('clearing', 'settlement', 'stk:2330'), peer.receivable('stk:2330', due))
        .move(cash, peer.available('TWD'), system('clearing', 'settlement', 'TWD'))
        .move(cash, system('clearing', 'settlement', 'TWD'), own.receivable('TWD', due))
        .move(cash / 1_000n, own.receivable('TWD', due), system('fees', 'income', 'TWD')),
    )
  },
  settle: ({ asset, own, head, part, balance }) => {
    const amount = part(balance(own.receivable(asset, due)))
    return post(entry(head).move(amount, own.receivable(asset, due), own.available(asset)))
  },
  replay: ({ picked, history }) => picked(history) ?? null,
  'reuse-key': ({ asset, own, system, head, picked, keys }) => {
    const key = picked(keys().filter((used) => !used.startsWith('hold/')))
    return key === undefined
      ? null
      : post(entry({ ...head, key }).move(7n, system('house', 'bank'), own.available(asset)))
  },
}
