// A member who only reads, beside those who trade.

import { setTimeout as pause } from 'node:timers/promises'
import type { MemberLoad } from '../../faults/support/member-load.ts'

export interface Reader {
  readonly reads: readonly Read[]
  stop(): Promise<void>
}

export interface Read {
  readonly http: number
  readonly msg: unknown
  readonly from: number
  readonly ms: number
}

export function startReader(load: MemberLoad): Reader {
  const { client } = load.members[0]!
  const reads: Read[] = []
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const from = performance.now()
      const { http, body } = await client.call('/orders/listOrders', { which: 'open' })
      reads.push({ http, msg: body.msg, from, ms: performance.now() - from })
      await pause(100)
    }
  })()
  return {
    reads,
    stop() {
      stopped = true
      return running
    },
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
