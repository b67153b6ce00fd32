import { walkSteps } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { sha256 } from '../chain-fields.ts'
import { contradiction, fillIdOf, fillText } from '../fills/fill-evidence.ts'
import { orderText, stepsIn } from '../fills/order-leaf.ts'
import { type EndedOrder, readFills, readOrders, readOrdersAfter, type StepRow } from '../fills/store.ts'
import { readTimelines } from '../fills/timelines.ts'
import { readLegsOfEntries } from './store.ts'

interface Fault {
  readonly where: string
  readonly what: string
}

interface Leaf {
  readonly subject: string
  readonly body: string
}

const pageSize = 1_000

/** Each fill still matches its signed leaf, the exchange's log and the ledger. */
export async function verifyFills(tx: Tx, leaves: readonly Leaf[]): Promise<Fault | undefined> {
  for (let from = 0; from < leaves.length; from += pageSize) {
    const page = leaves.slice(from, from + pageSize)
    const fills = await readFills(
      tx,
      page.map(({ subject }) => subject),
    )
    const byId = new Map(fills.map((fill) => [fillIdOf(fill), fill]))
    const legs = await readLegsOfEntries(
      tx,
      fills.map(({ entryId }) => entryId),
    )
    for (const { subject, body } of page) {
      const where = `fill ${subject}`
      const fill = byId.get(subject)
      if (!fill) return { where, what: 'is gone' }
      const own = legs.get(fill.entryId) ?? []
      const wrong = contradiction(fill, own)
      if (wrong !== undefined) return { where, what: wrong }
      if (fillText(fill, own) !== body) return { where, what: 'is not what was signed' }
    }
  }
  return undefined
}

/** Each order ended as its leaf says, and the timeline still has the hash it had then. */
export async function verifyOrders(tx: Tx, leaves: readonly Leaf[]): Promise<Fault | undefined> {
  for (let from = 0; from < leaves.length; from += pageSize) {
    const page = leaves.slice(from, from + pageSize)
    const ids = page.map(({ subject }) => subject)
    const orders = new Map((await readOrders(tx, ids)).map((order) => [order.orderId, order]))
    const steps = await readTimelines(tx, ids)
    for (const { subject, body } of page) {
      const where = `order ${subject}`
      const order = orders.get(subject)
      if (!order) return { where, what: 'is gone' }
      const count = stepsIn(body)
      const stepsHash = steps.get(subject)?.find(({ n }) => n === count)?.hash ?? order.stepsHash
      if (orderText({ ...order, steps: count, stepsHash }) !== body)
        return { where, what: 'is not what was signed' }
    }
  }
  return undefined
}

/** Every timeline leads from its first step to the head stored with its order. */
export async function verifySteps(tx: Tx): Promise<Fault | { readonly orders: number }> {
  let orders = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await readOrdersAfter(tx, after, pageSize)
    if (page.length === 0) return { orders }
    const steps = await readTimelines(
      tx,
      page.map(({ orderId }) => orderId),
    )
    for (const order of page) {
      const fault = await walk(order, steps.get(order.orderId) ?? [])
      if (fault) return fault
    }
    orders += page.length
    after = page.at(-1)!.orderId
  }
}

async function walk(order: EndedOrder, steps: readonly StepRow[]): Promise<Fault | undefined> {
  const reached = await walkSteps(
    sha256,
    order.orderId,
    steps.map((step) => ({ ...step, at: step.at.toISOString() })),
  )
  if ('fault' in reached) {
    const what = reached.fault === 'gap' ? 'is missing' : 'is not what was hashed'
    return { where: `order ${order.orderId}, step ${reached.sequence}`, what }
  }
  return reached.hash === order.stepsHash && reached.sequence === BigInt(order.steps)
    ? undefined
    : { where: `order ${order.orderId}`, what: `${order.steps} steps do not lead to the head it names` }
}
