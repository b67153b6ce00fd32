// Phones that send orders, in a separate process: plain sockets and prepared headers, because the sender's cost is
// taken from the machine it measures. The bench controls it over IPC.

import { randomFillSync } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SignedIn } from './sign-in.ts'

export type Order =
  | {
      readonly do: 'prepare'
      readonly port: number
      readonly origin: string
      readonly members: readonly SignedIn[]
      readonly symbols: readonly string[]
      readonly price: number
      readonly terms: string
    }
  /** One request per socket at a time, sent again after each answer, for this many seconds or orders. */
  | { readonly do: 'loop'; readonly sockets: number; readonly seconds: number; readonly max?: number }
  /** This many per second, whether answered or not. `noisy`: the share sent by one member. */
  | { readonly do: 'steady'; readonly rate: number; readonly seconds: number; readonly noisy?: number }
  /** Opens a live socket for each member, each with its own ticket. */
  | { readonly do: 'listen'; readonly port: number }
  | { readonly do: 'heard' }
  /** Sends requests for one member one after the other, at its own rate. */
  | {
      readonly do: 'send'
      readonly member: number
      readonly path: string
      readonly bodies: readonly object[]
      readonly everyMs: number
    }

export interface Shot {
  readonly accepted: number
  /** By message code. */
  readonly refused: Readonly<Record<string, number>>
  readonly seconds: number
  /** Milliseconds from an order's due time to its answer. */
  readonly latencies: readonly number[]
  /** The same for the noisy member, and for all other members. */
  readonly noisyLatencies: readonly number[]
  readonly noisyRefusedAfterMs: number | null
}

interface Heard {
  executed: number[]
  settled: number[]
}
export type Ears = Readonly<Heard> & { readonly missing: number }

interface Asked {
  readonly member: number
  readonly dueAt: number
  readonly orderId: string
  readonly done: (status: number, body: string) => void
}

class Line {
  readonly #port: number
  #socket: Socket
  #text = ''
  #ended = false
  #asked: Asked | undefined
  readonly free: (line: Line) => void

  constructor(port: number, free: (line: Line) => void) {
    this.#port = port
    this.free = free
    this.#socket = this.#open()
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#take(chunk))
    let fault = 'end'
    socket.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code ?? error.message
    })
    socket.on('close', () => {
      const asked = this.#asked
      this.#asked = undefined
      this.#text = ''
      if (this.#ended) return
      this.#socket = this.#open()
      if (asked) {
        asked.done(0, fault)
        this.free(this)
      }
    })
    return socket
  }

  end(): void {
    this.#ended = true
    this.#socket.destroy()
  }

  ask(text: string, asked: Asked): void {
    this.#asked = asked
    this.#socket.write(text)
  }

  #take(chunk: string): void {
    this.#text += chunk
    const head = this.#text.indexOf('\r\n\r\n')
    if (head < 0) return
    const at = this.#text.indexOf('content-length: ')
    const length = Number.parseInt(this.#text.slice(at + 16, at + 24), 10)
    if (this.#text.length < head + 4 + length) return
    const status = Number(this.#text.slice(9, 12))
    const body = this.#text.slice(head + 4, head + 4 + length)
    this.#text = ''
    const asked = this.#asked
    this.#asked = undefined
    // The server announces that it will close an idle connection.
    if (!asked) return
    asked.done(status, body)
    this.free(this)
  }
}

let port = 0
let heads: readonly string[] = []
let members: readonly SignedIn[] = []
let bodyStart = ''
let symbols: readonly string[] = []
let next = 0
const sentAt = new Map<string, number>()
/** Milliseconds from sending an order to its fill on the phone: executed by the exchange, and settled. */
const heard: Heard = { executed: [], settled: [] }
const sockets: WebSocket[] = []

function newId(): string {
  const bytes = Buffer.allocUnsafe(16)
  randomFillSync(bytes)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function request(member: number, orderId: string): string {
  // No pair of member and symbol comes twice before all have come: an account that exists already costs less.
  const symbol = symbols[(member + Math.floor(next / members.length)) % symbols.length]
  const body = `{"orderId":"${orderId}","symbol":"${symbol}",${bodyStart}`
  return `${heads[member]}${body.length}\r\n\r\n${body}`
}

function shoot(line: Line, member: number, dueAt: number, done: Asked['done']): void {
  const orderId = newId()
  if (sockets.length > 0) sentAt.set(orderId, performance.timeOrigin + performance.now())
  line.ask(request(member, orderId), { member, dueAt, orderId, done })
  next += 1
}

const codeOf = (status: number, body: string): string =>
  status === 0 ? `cut by ${body}` : (/"msg":"([^"]*)"/.exec(body)?.[1] ?? `http-${status}`)

async function loop(count: number, seconds: number, max = Infinity): Promise<Shot> {
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  let accepted = 0
  let asked = 0
  let open = 0
  const lines: Line[] = []
  const began = performance.now()
  const end = began + seconds * 1_000
  await new Promise<void>((resolve) => {
    const go = (line: Line): void => {
      if (performance.now() >= end || asked >= max) {
        if (open === 0) resolve()
        return
      }
      const at = performance.now()
      open += 1
      asked += 1
      shoot(line, next % members.length, at, (status, body) => {
        open -= 1
        latencies.push(performance.now() - at)
        if (status === 200) accepted += 1
        else refused[codeOf(status, body)] = (refused[codeOf(status, body)] ?? 0) + 1
      })
    }
    for (let n = 0; n < count; n += 1) lines.push(new Line(port, go))
    for (const line of lines) go(line)
  })
  for (const line of lines) line.end()
  const took = (performance.now() - began) / 1_000
  return { accepted, refused, seconds: took, latencies, noisyLatencies: [], noisyRefusedAfterMs: null }
}

/** The first member sends the share `noisy` of the orders. */
async function sendAtRate(rate: number, seconds: number, noisy = 0): Promise<Shot> {
  const latencies: number[] = []
  const noisyLatencies: number[] = []
  const refused: Record<string, number> = {}
  let accepted = 0
  let noisyRefusedAt: number | null = null
  const total = Math.round(rate * seconds)
  const idle: Line[] = []
  const began = performance.now()
  let due = 0
  let answered = 0
  await new Promise<void>((resolve) => {
    const send = (): void => {
      const now = performance.now()
      while (due < total && began + (due * 1_000) / rate <= now) {
        const dueAt = began + (due * 1_000) / rate
        const isNoisy = Math.floor((due + 1) * noisy) > Math.floor(due * noisy)
        const line = idle.pop() ?? new Line(port, (free) => idle.push(free))
        due += 1
        const member = isNoisy ? 0 : noisy > 0 ? 1 + (next % (members.length - 1)) : next % members.length
        const sent = performance.now()
        shoot(line, member, dueAt, (status, body) => {
          answered += 1
          const late = performance.now() - dueAt
          ;(isNoisy ? noisyLatencies : latencies).push(late)
          if (status === 200) accepted += 1
          else {
            const code = codeOf(status, body)
            const key = isNoisy ? `noisy ${code}` : code
            refused[key] = (refused[key] ?? 0) + 1
            if (isNoisy && code === 'request.too-frequent') noisyRefusedAt ??= performance.now() - sent
          }
          if (answered === total) resolve()
        })
      }
      // A timer, not a loop: busy waiting would take half a core from what is measured.
      if (due < total) setTimeout(send, 1)
    }
    send()
  })
  const took = (performance.now() - began) / 1_000
  for (const line of idle) line.end()
  return { accepted, refused, seconds: took, latencies, noisyLatencies, noisyRefusedAfterMs: noisyRefusedAt }
}

async function listen(livePort: number): Promise<void> {
  for (const [index, head] of heads.entries()) {
    const answer = JSON.parse(await ask(head.replace('/orders/placeOrder', '/market/openFeed'), '{}')) as {
      readonly data: { readonly ticket: string }
    }
    const socket = new WebSocket(`ws://127.0.0.1:${livePort}/live`, {
      perMessageDeflate: false,
      origin: /origin: (\S+)/.exec(head)![1]!,
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      const text = (data as Buffer).toString('latin1')
      const at = performance.timeOrigin + performance.now()
      const [, executed = ''] = /"executed":\[([^\]]+)/.exec(text) ?? []
      for (const [, orderId] of executed.matchAll(/"orderId":"([^"]+)"/g)) {
        const sent = sentAt.get(orderId!)
        if (sent !== undefined) heard.executed.push(at - sent)
      }
      for (const [, orderId] of text.matchAll(/"kind":"order\.filled","data":\{[^}]*"orderId":"([^"]+)"/g)) {
        const sent = sentAt.get(orderId!)
        if (sent !== undefined) heard.settled.push(at - sent)
        sentAt.delete(orderId!)
      }
    })
    socket.send(JSON.stringify({ t: 'hello', ticket: answer.data.ticket }))
    sockets.push(socket)
    if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function sendEach(member: number, path: string, bodies: readonly object[], everyMs: number) {
  const answers: string[] = []
  const latencies: number[] = []
  const head = heads[member]!.replace('/orders/placeOrder', path)
  for (const body of bodies) {
    const began = performance.now()
    answers.push(await ask(head, JSON.stringify(body)))
    latencies.push(performance.now() - began)
    await pause(Math.max(0, everyMs - (performance.now() - began)))
  }
  return { answers, latencies }
}

const ask = (head: string, body: string): Promise<string> =>
  new Promise((resolve) => {
    const line = new Line(port, () => line.end())
    line.ask(`${head}${body.length}\r\n\r\n${body}`, {
      member: 0,
      dueAt: 0,
      orderId: '',
      done: (_status, text) => resolve(text),
    })
  })

process.on('message', (order: Order) => {
  void (async (): Promise<unknown> => {
    switch (order.do) {
      case 'prepare':
        port = order.port
        members = order.members
        symbols = order.symbols
        bodyStart = `"direction":"long","multiple":100,"dayTrade":false,"price":${order.price},"quantity":1000,"validity":"ROD","terms":"${order.terms}"}`
        heads = order.members.map(
          ({ token, account, bind, xsrf, ip }) =>
            `POST /api/vue/orders/placeOrder HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\norigin: ${order.origin}\r\nsec-fetch-site: same-origin\r\nx-forwarded-for: ${ip}\r\nuser-agent: bench\r\ntoken: ${token}\r\naccount: ${account}\r\nx-xsrf-token: ${xsrf}\r\ncookie: __Host-bind=${bind}; __Host-XSRF-TOKEN=${xsrf}\r\ncontent-length: `,
        )
        return {}
      case 'loop':
        return loop(order.sockets, order.seconds, order.max)
      case 'steady':
        return sendAtRate(order.rate, order.seconds, order.noisy)
      case 'listen':
        await listen(order.port)
        return {}
      case 'send':
        return sendEach(order.member, order.path, order.bodies, order.everyMs)
      case 'heard':
        return {
          executed: heard.executed.splice(0),
          settled: heard.settled.splice(0),
          missing: sentAt.size,
        } satisfies Ears
    }
  })().then(
    (answer) => process.send!(answer as object),
    (error: unknown) => process.send!({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
