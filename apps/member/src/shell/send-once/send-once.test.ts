import { describe, expect, test } from 'vitest'
import type { BodyOf } from '@fairlot/contract'
import type { Refused } from '../client.ts'
import { ARRIVES_WITHIN_MS, sendOnce, type Outcome, type PlaceAnswer, type SendingHost } from './send-once.ts'

type OrderBody = BodyOf<'/orders/placeOrder'>

const body: OrderBody = {
  orderId: '0195-order',
  symbol: '2317',
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  price: 21_450,
  quantity: 1_000,
  validity: 'ROD',
  terms: 'hash',
}

const refused = (status: Refused['status']): PlaceAnswer => ({
  kind: 'refused',
  refused: {
    ok: false,
    why: 'refused',
    status,
    msg: status === 503 ? 'system.busy' : 'balance.insufficient',
  },
})

/** A server with scripted answers, a storage, and a clock that moves only during waits. */
const world = (
  answers: readonly PlaceAnswer[],
  taken: readonly (boolean | undefined)[] = [],
  stored?: string,
) => {
  let kept: string | null = stored ?? null
  let now = 1_000_000
  const placed: OrderBody[] = []
  const asked: string[] = []
  const keptWhenSent: (string | null)[] = []
  const outcomes: Outcome[] = []
  const host: SendingHost<OrderBody> = {
    idField: 'orderId',
    place: (sent) => {
      placed.push(sent)
      keptWhenSent.push(kept)
      return Promise.resolve(answers[placed.length - 1] ?? { kind: 'unanswered' })
    },
    isTaken: (orderId) => {
      asked.push(orderId)
      return Promise.resolve(taken[asked.length - 1])
    },
    isOnline: () => true,
    account: () => '0912345678',
    read: () => kept,
    write: (text) => {
      kept = text
    },
    now: () => now,
    wait: (ms) => {
      now += ms
      return Promise.resolve()
    },
  }
  const sender = sendOnce(host)
  const leave = sender.onOutcome((outcome) => outcomes.push(outcome) > 0)
  return { sender, leave, placed, asked, outcomes, keptWhenSent, kept: () => kept }
}

describe('sending an order', () => {
  test('stores id and body before sending and deletes them once placed', async () => {
    const { sender, keptWhenSent, outcomes, kept } = world([{ kind: 'placed' }])
    await sender.send(body, '鴻海')
    expect(JSON.parse(keptWhenSent[0] ?? '')).toMatchObject({ body, account: '0912345678' })
    expect(outcomes).toEqual([{ kind: 'placed', id: body.orderId }])
    expect(kept()).toBeNull()
  })

  test('tells the screen before a page listener that came later', async () => {
    const { sender, outcomes } = world([{ kind: 'placed' }])
    const onPage: Outcome[] = []
    sender.onUnheardOutcome((outcome) => onPage.push(outcome))
    await sender.send(body, '鴻海')
    expect([outcomes.length, onPage.length]).toEqual([1, 0])
  })

  test('tells the page listener when no screen listens', async () => {
    const { sender, leave, outcomes } = world([{ kind: 'placed' }])
    const onPage: Outcome[] = []
    sender.onUnheardOutcome((outcome) => onPage.push(outcome))
    leave()
    await sender.send(body, '鴻海')
    expect([outcomes, onPage]).toEqual([[], [{ kind: 'placed', id: body.orderId }]])
  })

  test('ends with a refusal', async () => {
    const { sender, outcomes, asked, kept } = world([refused(409)])
    await sender.send(body, '鴻海')
    expect(outcomes).toMatchObject([{ kind: 'refused' }])
    expect(asked).toEqual([])
    expect(kept()).toBeNull()
  })

  test('asks the server after a lost response instead of resending', async () => {
    const { sender, placed, asked, outcomes } = world([{ kind: 'unanswered' }], [undefined, false, true])
    await sender.send(body, '鴻海')
    expect(placed).toHaveLength(1)
    expect(asked).toEqual([body.orderId, body.orderId, body.orderId])
    expect(outcomes).toEqual([{ kind: 'placed', id: body.orderId }])
  })

  test('asks the server after a server error', async () => {
    const { sender, asked, outcomes } = world([refused(500)], [true])
    await sender.send(body, '鴻海')
    expect(asked).toHaveLength(1)
    expect(outcomes).toEqual([{ kind: 'placed', id: body.orderId }])
  })

  test('resends under the same id once the order is known missing', async () => {
    const never = Array.from({ length: 40 }, () => false)
    const { sender, placed, asked, outcomes } = world([{ kind: 'unanswered' }, { kind: 'placed' }], never)
    await sender.send(body, '鴻海')
    expect(sender.state.get()?.phase).toBe('missing')
    expect(asked.length).toBeGreaterThanOrEqual(ARRIVES_WITHIN_MS / 1_500)
    await sender.again()
    expect(placed).toEqual([body, body])
    expect(outcomes).toEqual([{ kind: 'placed', id: body.orderId }])
  })

  test('keeps the id when the server is busy', async () => {
    const { sender, placed, outcomes } = world([refused(503), { kind: 'placed' }])
    await sender.send(body, '鴻海')
    await sender.again()
    expect(outcomes.map(({ kind }) => kind)).toEqual(['busy', 'placed'])
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
  })

  test('resumes asking after a reload, for the same member only', async () => {
    const stored = JSON.stringify({ account: '0912345678', body, name: '鴻海', sentAt: 0 })
    const mine = world([], [true], stored)
    mine.sender.resume()
    await expect.poll(() => mine.outcomes).toEqual([{ kind: 'placed', id: body.orderId }])
    const others = world([], [true], stored.replace('0912345678', '0900000000'))
    others.sender.resume()
    expect(others.sender.state.get()).toBeNull()
    expect(others.asked).toEqual([])
  })
})
