// A phone on the live feed at the wire level: what it sends, and everything it has received.

import { connect as connectTcp, createServer, type AddressInfo } from 'node:net'
import type { ClientFrame, DetailUpdate, ExecutedFill, RowUpdate, ServerFrame } from '@fairlot/contract/live'
import { WebSocket } from 'ws'
import { until } from '@fairlot/testkit/until'
import { testOrigin } from './test-config.ts'

type PriceFrame = Omit<Extract<ServerFrame, { t: 'f' }>, 'own'> & { readonly own?: readonly SentEvent[] }

type Hello = Extract<ServerFrame, { t: 'hello' }>

/** A member event as the gateway sends it. */
interface SentEvent {
  readonly n: number
  readonly kind: string
  readonly data: unknown
}

export interface LivePhone {
  readonly socket: WebSocket
  readonly frames: readonly PriceFrame[]
  readonly hellos: readonly Hello[]
  /** When each frame arrived, parallel to `frames`. */
  readonly times: readonly number[]
  closed(): { readonly code: number; readonly reason: string } | undefined
  say(frame: ClientFrame): void
  /** Says hello and waits for the answer. */
  hello(more?: { readonly ticket?: string; readonly own?: number }): Promise<void>
  watch(rows: readonly string[], detail?: readonly string[], idx?: boolean): void
  rows(symbol: string): readonly RowUpdate[]
  details(symbol: string): readonly DetailUpdate[]
  own(): readonly SentEvent[]
  executed(): readonly ExecutedFill[]
  close(): void
}

export async function openPhone(
  port: number,
  origin: string | undefined = testOrigin,
  headers: Readonly<Record<string, string>> = {},
): Promise<LivePhone> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
    headers,
    ...(origin === undefined ? {} : { origin }),
  })
  const frames: PriceFrame[] = []
  const times: number[] = []
  const hellos: Hello[] = []
  let closed: { code: number; reason: string } | undefined
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as PriceFrame | Hello
    if (frame.t === 'hello') hellos.push(frame)
    else {
      frames.push(frame)
      times.push(performance.now())
    }
  })
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString() }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  const say = (frame: ClientFrame): void => socket.send(JSON.stringify(frame))
  return {
    socket,
    frames,
    times,
    hellos,
    closed: () => closed,
    say,
    async hello(more = {}) {
      const before = hellos.length
      say({ t: 'hello', ...more })
      await until('the answer to hello', () => hellos.length > before)
    },
    watch: (rows, detail = [], idx = false) => say({ t: 'watch', rows, detail, idx }),
    rows: (symbol) => frames.flatMap(({ rows }) => rows ?? []).filter(({ s }) => s === symbol),
    details: (symbol) => frames.flatMap(({ detail }) => detail ?? []).filter(({ s }) => s === symbol),
    own: () => frames.flatMap(({ own }) => own ?? []),
    executed: () => frames.flatMap(({ executed }) => executed ?? []),
    close: () => socket.terminate(),
  }
}

/** A connection to the gateway that lets this many bytes a second through towards the phone. */
export async function openSlowRoad(
  to: number,
  bytesPerSecond: number,
): Promise<{ port: number; passed(): number; close(): void }> {
  const everyMs = 50
  let passed = 0
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer((phone) => {
    const gateway = connectTcp({ port: to, host: '127.0.0.1', noDelay: true })
    phone.pipe(gateway)
    // Reading is paused: unread bytes fill the kernel's buffers and then slow the gateway down.
    const timer = setInterval(() => {
      const max = Math.round((bytesPerSecond * everyMs) / 1_000)
      const chunk = (gateway.read(Math.min(max, gateway.readableLength)) ?? undefined) as Buffer | undefined
      if (chunk === undefined) return
      passed += chunk.length
      phone.write(chunk)
    }, everyMs)
    timers.add(timer)
    gateway.on('readable', () => undefined)
    gateway.on('error', () => phone.destroy())
    phone.on('error', () => gateway.destroy())
    gateway.on('close', () => phone.destroy())
    phone.on('close', () => {
      clearInterval(timer)
      gateway.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    passed: () => passed,
    close() {
      for (const timer of timers) clearInterval(timer)
      server.close()
    },
  }
}
