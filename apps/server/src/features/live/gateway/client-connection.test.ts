import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { ClientConnection } from './client-connection.ts'
import { QuoteCell } from '../../market-data/live-quotes/quote-cell.ts'
import type { QuoteSource } from './quote-source.ts'
import { noTraffic } from './traffic.ts'

const symbols = Array.from({ length: 120 }, (_, at) => String(1_000 + at))
const quote = (s: string, n: number): QuoteMessage => ({
  s,
  n,
  st: 'continuous',
  p: 10_000 + n,
  r: 10_000,
  v: n * 1_000,
  a: n * 1_000_000,
  u: 11_000,
  d: 9_000,
  o: 1,
  h: 1,
  l: 1,
  y: '2026-11-16',
  c: 0,
  x: [0, 0],
  b: [],
  k: [],
})

/** A client whose output the test reads, and whose pings it answers by hand. */
function make() {
  const cells = new Map(symbols.map((symbol) => [symbol, new QuoteCell(symbol)]))
  const quotes = {
    join: (symbol: string) => cells.get(symbol)!,
    leave: () => undefined,
    frameHead: () => '{"t":"f","at":7',
    indices: () => ({ change: 0, text: '' }),
  } as unknown as QuoteSource
  const written: string[] = []
  let pings = 0
  let isCut = false
  const readyState: number = WebSocket.OPEN
  const socket = Object.assign(new EventEmitter(), {
    readyState,
    ping: () => pings++,
    terminate: () => void (isCut = true),
  })
  const line = {
    write: (text: string) => written.push(text),
    cork: () => undefined,
    uncork: () => undefined,
  } as unknown as Duplex
  const traffic = noTraffic()
  const client = new ClientConnection(socket as unknown as WebSocket, line, quotes, traffic, 0)
  client.isGreeted = true
  client.watch(symbols, [], false, 0)
  let version = 0
  return {
    client,
    traffic,
    socket,
    pings: () => pings,
    isCut: () => isCut,
    frames: () => written.length,
    last: () => written.at(-1)!,
    moveAll: () => {
      version++
      for (const [symbol, cell] of cells) cell.take(quote(symbol, version))
    },
    version: () => version,
  }
}

test('a client that confirms nothing is owed at most 64 KB', () => {
  const made = make()
  for (let at = 1; at <= 20; at++) {
    made.moveAll()
    made.client.tick(at * 500)
  }
  expect(made.pings()).toBe(1)
  expect(made.traffic.skipped).toBeGreaterThan(10)
  expect(made.traffic.largestUnderWay).toBeGreaterThan(32_768)
  expect(made.traffic.largestUnderWay).toBeLessThan(65_536)
})

test('a confirmation is followed by the newest state in one frame', () => {
  const made = make()
  for (let at = 1; at <= 20; at++) {
    made.moveAll()
    made.client.tick(at * 500)
  }
  const before = made.frames()
  made.socket.emit('pong')
  made.client.tick(10_500)
  expect(made.frames()).toBe(before + 1)
  expect(made.last().split(`"n":${made.version()},`)).toHaveLength(symbols.length + 1)
})

test('a client that confirms nothing for 30 seconds is disconnected', () => {
  const made = make()
  for (let at = 1; at <= 10; at++) {
    made.moveAll()
    made.client.tick(at * 500)
  }
  made.client.tick(30_000)
  expect(made.isCut()).toBe(false)
  made.client.tick(36_000)
  expect(made.isCut()).toBe(true)
  expect(made.traffic.cut).toBe(1)
})

test('a quiet connection is pinged to find dead clients', () => {
  const made = make()
  made.client.watch([], [], false, 0)
  for (let at = 500; at <= 15_000; at += 500) made.client.tick(at)
  expect(made.pings()).toBe(1)
  // Only heartbeats: at least one every five seconds.
  expect(made.frames()).toBe(3)
})

test('a closing connection receives nothing', () => {
  const made = make()
  made.moveAll()
  made.socket.readyState = WebSocket.CLOSING
  made.client.tick(500)
  expect(made.frames()).toBe(0)
})

test('a client may send thirty messages at once, then ten per second', () => {
  const made = make()
  const said = (now: number): number => {
    let count = 0
    while (made.client.mayTalk(now)) count++
    return count
  }
  expect(said(0)).toBe(30)
  expect(said(1_000)).toBe(10)
  expect(said(60_000)).toBe(30)
})
