import { expect, test } from 'vitest'
import { clientFrame, type ExecutedFill, type ServerFrame, serverFrame } from './frames.ts'
import { memberEvent, type NewMemberEvent } from './member-events.ts'
import type { DetailUpdate, RowUpdate } from './quote-updates.ts'

const row: RowUpdate = {
  s: '2330',
  n: 7,
  st: 'paused',
  p: null,
  r: 10_000,
  v: 0,
  a: 0,
  u: 11_000,
  d: 9_000,
  i: [10_050, 1_000],
  why: 'volatility',
  until: 1_700_000_000_000.5,
}
const detail: DetailUpdate = {
  ...row,
  o: 1,
  h: 2,
  l: null,
  y: '2026-11-16',
  c: 1,
  x: [1, 2],
  b: [[9_990, 1_000]],
  k: [],
  t: [[1, 2, 10_000, 1_000, 'auction']],
  gap: true,
}
const filled = {
  n: 4,
  kind: 'order.filled',
  data: { orderId: 'o', positionId: 'p', symbol: '2330', side: 'buy', price: 10_000, quantity: 1_000 },
} as const

const executed: ExecutedFill = {
  orderId: 'o',
  symbol: '2330',
  side: 'sell',
  price: 10_000,
  quantity: 1_000,
  left: 0,
}

test('a frame is read back whole', () => {
  const frames: readonly ServerFrame[] = [
    { t: 'hello', member: true, own: 3, now: 1 },
    { t: 'f', at: 1, rows: [row], detail: [detail], idx: [{ s: 'LISTED', p: 1, r: 2 }], own: [filled] },
    { t: 'f', at: 0, executed: [executed] },
    { t: 'f', at: 0 },
  ]
  for (const frame of frames) expect(serverFrame.parse(JSON.parse(JSON.stringify(frame)))).toEqual(frame)
})

test('an executed fill with an amount loses the amount', () => {
  const frame = { t: 'f', at: 0, executed: [{ ...executed, fee: '20' }] }
  expect(serverFrame.parse(frame)).toEqual({ t: 'f', at: 0, executed: [executed] })
})

test('an unknown frame or a wrong price is refused', () => {
  expect(serverFrame.safeParse({ t: 'g', at: 1 }).success).toBe(false)
  expect(serverFrame.safeParse({ t: 'f', at: 1, rows: [{ ...row, p: '10000' }] }).success).toBe(false)
})

test('a fill stored by release 0.1.0 is readable beside a new one', () => {
  const outcome = { state: 'cancelled', left: 0, filled: 1_000, reason: 'expired', fills: 2 }
  const booked = { ...filled, n: 5, data: { ...filled.data, ...outcome } }
  const frame = { t: 'f', at: 1, own: [filled, booked] }
  expect(serverFrame.parse(frame)).toEqual(frame)
})

test('a member event of unknown kind or wrong payload is refused', () => {
  expect(memberEvent.safeParse(filled).success).toBe(true)
  expect(memberEvent.safeParse({ ...filled, kind: 'gift.arrived' }).success).toBe(false)
  expect(memberEvent.safeParse({ ...filled, data: { ...filled.data, price: '1' } }).success).toBe(false)
  expect(memberEvent.safeParse({ ...filled, data: { orderId: 'o' } }).success).toBe(false)
  expect(memberEvent.safeParse({ ...filled, data: null }).success).toBe(false)
})

test('a member event of unknown kind or wrong payload does not compile', () => {
  const events: readonly NewMemberEvent[] = [
    { kind: 'position.changed', data: { positionId: 'p' } },
    // @ts-expect-error no kind of the union
    { kind: 'gift.arrived', data: { positionId: 'p' } },
    // @ts-expect-error the data of another kind
    { kind: 'position.changed', data: { id: 'p', state: 'open' } },
  ]
  expect(events).toHaveLength(3)
})

test('an unreadable member event keeps its number and kind', () => {
  const frame = {
    t: 'f',
    at: 1,
    own: [{ n: 5, kind: 'gift.arrived', data: 1 }, { ...filled, data: 2 }, filled],
  }
  expect(serverFrame.parse(frame)).toEqual({
    t: 'f',
    at: 1,
    own: [{ n: 5, kind: 'gift.arrived' }, { n: 4, kind: 'order.filled' }, filled],
  })
})

test.each([
  { t: 'hello', ticket: 'x'.repeat(65) },
  { t: 'hello', ticket: null },
  { t: 'hello', own: -1 },
  { t: 'hello', own: 1.5 },
  { t: 'watch', rows: ['2330'], detail: [] },
  { t: 'watch', rows: ['a.b'], detail: [], idx: true },
  { t: 'watch', rows: [], detail: ['*'], idx: true },
  { t: 'bye' },
  null,
])('the client frame %j is refused', (frame) => {
  expect(clientFrame.safeParse(frame).success).toBe(false)
})
