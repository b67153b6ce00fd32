import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type Collector, startCollector } from '@fairlot/testkit/services/collector'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteOrder, openTraces, traceNow, traceOrders, traceRequest } from './traces.ts'

let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.close())

const nothing = (): Promise<void> => Promise.resolve()

test('without an endpoint nothing is kept, timed or sent', async () => {
  const off = openTraces({ endpoint: undefined, share: 1 }, 'api')
  const answer = nothing()
  expect(traceRequest('POST /x', {}, () => answer)).toBe(answer)
  noteOrder(randomUUID())
  traceOrders('place', [randomUUID()], traceNow())
  await off.close()
  expect(collector.requests()).toBe(0)
})

test('a request without an order is a trace; failure is marked', async () => {
  const on = openTraces({ endpoint: collector.url, share: 1 }, 'api')
  await traceRequest('POST /site/agreement', { 'http.route': '/site/agreement' }, nothing)
  await expect(traceRequest('POST /failing', {}, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  await on.close()
  expect(collector.spans.map(({ name, failed }) => [name, failed])).toEqual([
    ['POST /site/agreement', false],
    ['POST /failing', true],
  ])
  expect(collector.spans[0]).toMatchObject({
    service: 'fairlot-api',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    attributes: { 'http.route': '/site/agreement' },
  })
})

test('every process chooses the same share of orders', async () => {
  const ids = Array.from({ length: 2_000 }, () => randomUUID())
  const chosen: string[][] = []
  for (const [role, hop] of [
    ['api', 'place'],
    ['settlement', 'settle'],
  ] as const) {
    const before = collector.spans.length
    const on = openTraces({ endpoint: collector.url, share: 0.25 }, role)
    traceOrders(hop, [...ids, 'maker-1-42'], traceNow())
    await on.close()
    chosen.push(collector.spans.slice(before).map(({ traceId }) => traceId))
  }
  expect(chosen[0]!.length).toBeGreaterThan(350)
  expect(chosen[0]!.length).toBeLessThan(650)
  expect(chosen[1]).toEqual(chosen[0])
  expect(ids.map((id) => id.replaceAll('-', ''))).toEqual(expect.arrayContaining(chosen[0]!))
})

test('orders of requests side by side begin with their own request', async () => {
  const before = collector.spans.length
  const on = openTraces({ endpoint: collector.url, share: 1 }, 'api')
  const [one, two] = [randomUUID(), randomUUID()]
  const place = (id: string): Promise<void> =>
    traceRequest(`POST ${id}`, {}, async () => {
      noteOrder(id)
      await new Promise((resolve) => setImmediate(resolve))
      // A batch runs within the request of its first order and names both.
      for (const each of [one, two]) noteOrder(each)
      await new Promise((resolve) => setImmediate(resolve))
      traceOrders('place', [id], traceNow())
    })
  await Promise.all([place(one), place(two)])
  // Of a savings plan: no request asked for it.
  const plan = randomUUID()
  traceOrders('place', [plan], traceNow())
  await on.close()
  const spans = collector.spans.slice(before)
  for (const id of [one, two]) {
    const own = spans.filter(({ traceId }) => traceId === id.replaceAll('-', ''))
    expect(own.map(({ name }) => name).toSorted()).toEqual([`POST ${id}`, 'place'].toSorted())
    const root = own.find(({ parentSpanId }) => parentSpanId === undefined)!
    expect(root.name).toBe(`POST ${id}`)
    expect(own.find(({ name }) => name === 'place')!.parentSpanId).toBe(root.spanId)
  }
  expect(spans.filter(({ traceId }) => traceId === plan.replaceAll('-', ''))).toMatchObject([
    { name: 'place' },
  ])
  expect(spans.at(-1)!.parentSpanId).toBe(undefined)
})

test('spans beyond what may wait are dropped', async () => {
  const before = collector.spans.length
  const on = openTraces({ endpoint: collector.url, share: 1 }, 'api')
  const ids = Array.from({ length: 6_000 }, () => randomUUID())
  traceOrders('place', ids, traceNow())
  await on.close()
  expect(collector.spans.length - before).toBe(4_096)
})

test('a collector that never answers does not hold up a stop', async () => {
  const silent = createServer((socket) => socket.on('error', nothing))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const on = openTraces({ endpoint, share: 1 }, 'api')
  traceOrders('place', [randomUUID()], traceNow())
  await expect(on.close()).resolves.toBeUndefined()
  silent.close()
})
