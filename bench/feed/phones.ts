// Two thousand phones in one process: each watches its symbols, counts what it receives, and reconnects as the app
// does. The bench controls it over IPC.

import { WebSocket } from 'ws'
import { waitBefore } from '../../apps/member/src/shell/live/line.ts'

export type Order =
  | {
      readonly do: 'connect'
      readonly port: number
      readonly count: number
      readonly symbols: readonly string[]
    }
  | { readonly do: 'leave' }
  /** Replies with the counts since the last request, and resets them. */
  | { readonly do: 'count' }
  /** Replies with received frames, for the bare loop to send. */
  | { readonly do: 'sample'; readonly count: number }
  /** Replies when every phone has a price on a connection opened after this request. */
  | { readonly do: 'comeBack' }

export interface Counted {
  readonly frames: number
  readonly updates: number
  readonly bytes: number
  readonly latencies: readonly number[]
}

const watchedEach = 20
/** One in this many frames has its times read; all are counted. */
const timedOneIn = 10

interface Phone {
  socket: WebSocket | undefined
  readonly rows: readonly string[]
  tries: number
  isBack: boolean
}

const phones: Phone[] = []
let port = 0
let isLeaving = false
let frames = 0
let updates = 0
let bytes = 0
let latencies: number[] = []
let sampled: string[] = []
let sampleSize = 0
let onBack: (() => void) | undefined

function connect(phone: Phone): void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { perMessageDeflate: false })
  phone.socket = socket
  socket.on('open', () => {
    socket.send('{"t":"hello"}')
    socket.send(JSON.stringify({ t: 'watch', rows: phone.rows, detail: [], idx: false }))
  })
  socket.on('message', (data) => take(phone, (data as Buffer).toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (isLeaving) return
    phone.isBack = false
    setTimeout(() => connect(phone), waitBefore(phone.tries++, Math.random))
  })
}

function take(phone: Phone, text: string): void {
  if (!text.startsWith('{"t":"f"')) return
  phone.tries = 0
  frames++
  bytes += text.length
  let rows = 0
  for (let at = text.indexOf('{"s":'); at >= 0; at = text.indexOf('{"s":', at + 5)) rows++
  updates += rows
  if (rows > 0 && !phone.isBack) {
    phone.isBack = true
    if (phones.every(({ isBack }) => isBack)) onBack?.()
  }
  // The publisher writes the time into the turnover.
  if (frames % timedOneIn === 0) {
    const now = Date.now()
    for (const [, at] of text.matchAll(/"a":(\d{13})/g)) latencies.push(now - Number(at))
  }
  if (rows > 0 && sampled.length < sampleSize) sampled.push(text)
}

const answer = (value: object): void => void process.send!(value)

process.on('message', (order: Order) => void obey(order))

async function obey(order: Order): Promise<void> {
  if (order.do === 'connect') {
    isLeaving = false
    port = order.port
    for (let at = 0; at < order.count; at++) {
      const rows = [...order.symbols].sort(() => Math.random() - 0.5).slice(0, watchedEach)
      const phone: Phone = { socket: undefined, rows, tries: 0, isBack: false }
      phones.push(phone)
      connect(phone)
      if (at % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (!phones.every(({ isBack }) => isBack)) await new Promise<void>((resolve) => (onBack = resolve))
    answer({ connected: phones.length })
  } else if (order.do === 'leave') {
    isLeaving = true
    const open = phones.splice(0)
    for (const { socket } of open) socket?.terminate()
    answer({ left: open.length })
  } else if (order.do === 'count') {
    answer({ frames, updates, bytes, latencies } satisfies Counted)
    frames = updates = bytes = 0
    latencies = []
  } else if (order.do === 'sample') {
    sampled = []
    sampleSize = order.count
    while (sampled.length < sampleSize) await new Promise((resolve) => setTimeout(resolve, 50))
    sampleSize = 0
    answer({ frames: sampled })
  } else {
    for (const phone of phones) phone.isBack = false
    const began = Date.now()
    await new Promise<void>((resolve) => (onBack = resolve))
    answer({ tookMs: Date.now() - began })
  }
}
