// A cancel is asked for: the order's timeline says so, and the venue gets the command. It may still fill until the venue
// answers.

import { memberAccount, shardOf, shards } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import { addStep } from './step-chain.ts'
import { lockCancels, writeCancels } from './store.ts'
import { wakeAfterCommit, type Waking } from './waking.ts'

type Asker = 'member' | 'system' | 'rule'

/** A second request sends nothing: a cancel always reaches the venue after its order. */
export async function askCancel(
  tx: Tx,
  waking: Waking,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  who: Asker,
  now: Date,
): Promise<'asked' | 'not-found' | 'not-pending' | 'bound'> {
  const [order] = await lockCancels(tx, memberId, id)
  if (!order) return 'not-found'
  if (order.state !== 'entrusted') return 'not-pending'
  if (order.isCopied) return 'bound'
  if (order.cancelAsked) return 'asked'
  const shard = shardOf(order.symbol)
  const command = {
    kind: 'cancel',
    order: id,
    account: memberAccount(memberId),
    symbol: order.symbol,
  } as const
  await writeCancels(
    tx,
    memberId,
    [addStep(order, now.getTime(), 'cancel-asked', who, {})],
    [{ shard, command }],
  )
  wakeAfterCommit(tx, waking, [shard])
  return 'asked'
}

/** Returns the number of orders; those of copies stay with their blocks. `rule` is the rule that asks. */
export async function askCancelAll(
  tx: Tx,
  waking: Waking,
  memberId: string,
  { who, rule, now }: { readonly who: Asker; readonly rule?: string; readonly now: Date },
): Promise<number> {
  const open = (await lockCancels(tx, memberId, null)).filter(({ isCopied }) => !isCopied)
  if (open.length === 0) return 0
  const content = { all: true, ...(rule !== undefined && { rule }) }
  const steps = open.map((order) => addStep(order, now.getTime(), 'cancel-asked', who, content))
  const command = { kind: 'cancel-all', account: memberAccount(memberId) } as const
  await writeCancels(
    tx,
    memberId,
    steps,
    shards.map((shard) => ({ shard, command })),
  )
  wakeAfterCommit(tx, waking, shards)
  return open.length
}
