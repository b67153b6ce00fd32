// A phone behind 0.1 Mbit/s that watches more than fits: what it receives must be new, whatever it misses.

import { connect, createServer, type AddressInfo } from 'node:net'
import { WebSocket } from 'ws'

const bytesPerSecond = 12_500
const everyMs = 50

export interface SlowReader {
  /** The age of the values on arrival, in milliseconds. */
  readonly ages: readonly number[]
  /** The newest time seen for each symbol. */
  readonly newest: ReadonlyMap<string, number>
  bytesPassed(): number
  close(): void
}

export async function openSlowReader(gatewayPort: number, symbols: readonly string[]): Promise<SlowReader> {
  let passed = 0
  const road = createServer((phone) => {
    const gateway = connect({ port: gatewayPort, host: '127.0.0.1', noDelay: true })
    phone.pipe(gateway)
    // Reads small parts by the clock: the remainder stays in the kernel, as on a bad connection.
    gateway.on('readable', () => undefined)
    const timer = setInterval(() => {
      const max = (bytesPerSecond * everyMs) / 1_000
      const chunk = gateway.read(Math.min(max, gateway.readableLength)) as Buffer | null
      if (chunk === null) return
      passed += chunk.length
      phone.write(chunk)
    }, everyMs)
    for (const end of [phone, gateway]) {
      end.on('error', () => undefined)
      end.on('close', () => {
        clearInterval(timer)
        phone.destroy()
        gateway.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    road.listen(0, '127.0.0.1', resolve)
  })
  const socket = new WebSocket(`ws://127.0.0.1:${(road.address() as AddressInfo).port}/live`)
  const ages: number[] = []
  const newest = new Map<string, number>()
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as { rows?: { s: string; a: number }[] }
    for (const { s, a } of frame.rows ?? []) {
      newest.set(s, a)
      if (a > 1e12) ages.push(Date.now() - a)
    }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  socket.send('{"t":"hello"}')
  socket.send(JSON.stringify({ t: 'watch', rows: symbols, detail: [], idx: false }))
  return {
    ages,
    newest,
    bytesPassed: () => passed,
    close() {
      socket.terminate()
      road.close()
    },
  }
}
