// A member who only reads, beside those who trade.

import { setTimeout as pause } from 'node:timers/promises'
import { closedConnection, type MemberLoad } from '../../faults/support/member-load.ts'

export interface Reader {
  readonly reads: readonly Read[]
  stop(): Promise<void>
}

export interface Read {
  /** 0: the connection was cut. */
  readonly http: number
  readonly msg: unknown
  readonly from: number
  readonly ms: number
}

export function startReader(load: MemberLoad): Reader {
  const { client } = load.members[0]!
  const reads: Read[] = []
  let stopped = false
  const read = async (from: number): Promise<void> => {
    try {
      const { http, body } = await client.call('/orders/listOrders', { which: 'open' })
      reads.push({ http, msg: body.msg, from, ms: performance.now() - from })
    } catch (error) {
      // `fetch` throws a TypeError when the connection is cut, or no api listens. The next read has another.
      if (!(error instanceof TypeError)) throw error
      reads.push({ http: 0, msg: closedConnection, from, ms: performance.now() - from })
    }
  }
  const running = (async () => {
    while (!stopped) {
      await read(performance.now())
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
