// The orders of another member, one after the other, in a process of its own as the api is: intake, and the request to cancel. The first
// message names the database and the draft of its orders; then it runs for `orders` orders, or until `stop`, and answers with the milliseconds
// of each.

import { setTimeout as pause } from 'node:timers/promises'
import { memberAccount, subjectsOf } from '@fairlot/contract/venue'
import { openSql } from '@fairlot/testkit/sql'
import type { OrderDraft } from '../../apps/server/src/features/orders/intake/draft.ts'
import { takeOrders } from '../../apps/server/src/features/orders/intake/take.ts'
import { openBus } from '../../apps/server/src/platform/bus.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from '../../tests/flows/support/captured-log.ts'
import { openDb } from '../../tests/flows/support/open-db.ts'

export interface Start {
  readonly namespace: string
  readonly apiUrl: string
  readonly ownerUrl: string
  readonly natsUrl: string
  /** Its amounts as text. */
  readonly draft: Omit<OrderDraft, 'cash' | 'debt'> & { readonly cash: string; readonly debt: string }
}

export type Message = { readonly orders: number } | 'stop'

let goesOn: (done: number) => boolean = () => false
process.once('message', (start: Start) => {
  const send = sender(start)
  process.on('message', (message: Message) => {
    goesOn = (done) => message !== 'stop' && done < message.orders
    if (message !== 'stop') void run(send)
  })
})

async function run(send: () => Promise<void>): Promise<void> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const began = performance.now()
    await send()
    times.push(performance.now() - began)
    await pause(10)
  }
  process.send!(times)
}

function sender({ namespace, apiUrl, ownerUrl, natsUrl, draft }: Start): () => Promise<void> {
  const db = openDb({ url: apiUrl, poolSize: 2, applicationName: 'ordinary' })
  const sql = openSql(ownerUrl, { connections: 1 })
  const subjects = subjectsOf(namespace)
  const bus = openBus(natsUrl, 'ordinary', captureLog('ordinary').log, makeMetrics('api'))
  const { memberId, symbol, shard } = draft
  return async () => {
    const now = new Date()
    const id = newId(now.getTime())
    const command = JSON.stringify({ ...(JSON.parse(draft.command) as object), order: id })
    const amounts = { cash: BigInt(draft.cash), debt: BigInt(draft.debt) }
    const [answer] = await db.transaction((tx) =>
      takeOrders(tx, { bus, subjects }, [{ ...draft, ...amounts, id, positionId: id, command }], now),
    )
    if (!answer!.ok) throw new Error(`refused: ${JSON.stringify(answer!.refusal)}`)
    const cancel = { kind: 'cancel', order: id, account: memberAccount(memberId), symbol }
    await sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(cancel)])
    bus.publish(subjects.wakeExchange(shard), { shard })
  }
}
