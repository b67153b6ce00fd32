// Members who trade through the api while processes are killed. Each sends one request at a time and repeats it under
// the same id until it is answered, as a phone does.

import { newId } from '../../../apps/server/src/platform/ids.ts'
import type { TestClient } from '../../flows/support/test-client.ts'

export interface LoadedMember {
  readonly memberId: string
  readonly client: TestClient
}

export interface MemberLoad {
  readonly members: readonly LoadedMember[]
  /** Every order id that was answered as accepted, with the time of the response. */
  readonly accepted: ReadonlyMap<string, number>
  /** Every order id that was ever sent. */
  readonly sent: ReadonlySet<string>
  readonly refused: ReadonlyMap<string, number>
  /** Why requests were sent again: a closed connection, no answer, or the HTTP status and its message. */
  readonly failures: ReadonlyMap<string, number>
  retries(): number
  /** How often the most unlucky request was sent again. */
  maxRetries(): number
  stop(): Promise<void>
}

export interface MemberLoadOptions {
  readonly members: readonly LoadedMember[]
  readonly symbols: readonly string[]
  readonly random: () => number
  readonly terms: string
  /** Milliseconds between two requests of one member. */
  readonly pauseMs: number
  /** Before a request is sent again, on average. */
  readonly retryMs?: number
  /** By the clock of the api: an order's id begins with the time it is placed. */
  readonly newOrderId?: () => string
  /** How long a member waits for an answer before sending again. */
  readonly answerMs?: number
  readonly onAnswer?: (answer: MemberAnswer) => void
}

export interface MemberAnswer {
  readonly path: string
  readonly http: number
  readonly ms: number
  /** When the answer came. */
  readonly at: number
}

export const closedConnection = 'closed connection'
const lot = 1_000

export function startMemberLoad({
  members,
  symbols,
  random,
  terms,
  pauseMs,
  newOrderId = () => newId(),
  answerMs = 4_000,
  retryMs = 100,
  onAnswer,
}: MemberLoadOptions): MemberLoad {
  const accepted = new Map<string, number>()
  const sent = new Set<string>()
  const refused = new Map<string, number>()
  const failures = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  let stopped = false
  let currentTerms = terms
  let maxRetries = 0
  const below = (limit: number): number => Math.floor(random() * limit)
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  /** Undefined only when the load was stopped before an answer came. */
  const ask = async (client: TestClient, path: string, body: object): Promise<any> => {
    for (let tries = 0; ; tries += 1) {
      let failure: string
      const from = performance.now()
      try {
        const reply = await Promise.race([
          client.call(path, body),
          pause(answerMs).then(() => Promise.reject(new Error('no answer'))),
        ])
        const at = performance.now()
        onAnswer?.({ path, http: reply.http, ms: at - from, at })
        // Busy and broken responses say nothing about the order: send it again.
        if (reply.http < 500 && reply.http !== 429) return reply.body
        failure = `status ${reply.http} ${reply.body.msg}`
      } catch (error) {
        // The connection was cut, or no api listens: send it again. `fetch` throws a TypeError for both.
        failure = error instanceof TypeError ? closedConnection : String(error)
      }
      if (stopped && tries > 40) return undefined
      count(failures, failure)
      maxRetries = Math.max(maxRetries, tries + 1)
      // About so long: members do not press in step with each other.
      await pause(retryMs * (0.5 + random()))
    }
  }

  const enter = async (client: TestClient, path: string, body: { orderId: string }): Promise<void> => {
    sent.add(body.orderId)
    const answer = await ask(client, path, body)
    if (answer?.status === 1) accepted.set(body.orderId, performance.now())
    else count(refused, answer?.msg ?? 'none')
    if (answer?.msg !== 'order.terms-changed') return
    // A new release may have other terms: the phone shows them, and the member's next order names them.
    const read = await ask(client, '/orders/terms', { symbol: symbols[0] })
    currentTerms = read?.data?.hash ?? currentTerms
  }

  const act = async (client: TestClient): Promise<void> => {
    const dice = random()
    const common = {
      terms: currentTerms,
      acknowledged: ['far-price', 'equity-share'],
      validity: 'ROD' as const,
    }
    if (dice < 0.2) {
      const list = await ask(client, '/orders/listOrders', { which: 'open' })
      const open = list?.data?.orders ?? []
      if (open.length > 0)
        await ask(client, '/orders/cancelOrder', { orderId: open[below(open.length)].orderId })
      return
    }
    if (dice < 0.45) {
      const list = await ask(client, '/positions/listPositions', { which: 'open' })
      const held = (list?.data?.positions ?? []).filter(
        (one: { shares: number; closing: number }) => one.shares > one.closing,
      )
      const position = held[below(held.length)]
      if (!position) return
      const price = 10_000 + (position.direction === 'long' ? -50 : 50) * below(4)
      const body = { orderId: newOrderId(), positionId: position.positionId, quantity: lot, price, ...common }
      return enter(client, '/orders/closePosition', body)
    }
    const direction = random() < 0.3 ? 'short' : 'long'
    const away = (below(7) - 3) * 50
    return enter(client, '/orders/placeOrder', {
      orderId: newOrderId(),
      symbol: symbols[below(symbols.length)]!,
      direction,
      multiple: direction === 'short' ? 100 : [100, 200, 250][below(3)]!,
      dayTrade: false,
      price: 10_000 + away,
      quantity: lot * (1 + below(3)),
      ...common,
    } as { orderId: string })
  }

  const running = members.map(async ({ client }) => {
    while (!stopped) {
      await act(client)
      await pause(pauseMs * (0.5 + random()))
    }
  })
  return {
    members,
    accepted,
    sent,
    refused,
    failures,
    retries: () => [...failures.values()].reduce((sum, times) => sum + times, 0),
    maxRetries: () => maxRetries,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
