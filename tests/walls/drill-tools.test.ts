// What the drills break machines with does what it says: a slow disk, a slow network, and phones that come back.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FEED_FULL } from '@fairlot/contract/live/socket'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { until } from '@fairlot/testkit/until'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import {
  FIRST_WAIT_MS,
  FULL_WAIT_MS,
  LONGEST_WAIT_MS,
  SILENCE_MS,
} from '../../apps/member/src/shell/live/line.ts'
import { compile } from '../drills/support/compile.ts'
import { openDelayingProxy } from '../drills/support/delaying-proxy.ts'
import { startViewers } from '../drills/support/viewers.ts'

const hasCompiler = findOnPath('gcc') !== undefined
const folder = mkdtempSync(join(tmpdir(), 'fairlot-drill-tools-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(hasCompiler)('the preloaded library delays a sync as its file says', () => {
  const delay = join(folder, 'delay')
  const program = `
    import { closeSync, fdatasyncSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
    const [file, delay] = process.argv.slice(1)
    const handle = openSync(file, 'w')
    const timed = (ms, sync) => {
      writeFileSync(delay, String(ms))
      const from = performance.now()
      sync(handle)
      return performance.now() - from
    }
    console.log(JSON.stringify([timed(300, fsyncSync), timed(300, fdatasyncSync), timed(0, fdatasyncSync)]))
    closeSync(handle)`
  const args = ['--input-type=module', '-e', program, join(folder, 'synced'), delay]
  const env = { ...process.env, LD_PRELOAD: compile('slow-sync', 'library', folder), SLOW_SYNC_FILE: delay }
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  const [whole, data, without] = JSON.parse(stdout || `"${stderr}"`) as number[]
  expect(whole).toBeGreaterThan(290)
  expect(data).toBeGreaterThan(290)
  expect(without).toBeLessThan(290)
})

test('the delaying proxy holds pieces back and keeps their order', async () => {
  const echo = createServer((socket) => void socket.pipe(socket))
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const proxy = await openDelayingProxy((echo.address() as AddressInfo).port)
  const socket = connect({ host: '127.0.0.1', port: proxy.port })
  let heard = ''
  let sent = ''
  socket.on('data', (piece) => (heard += String(piece)))
  const say = (ms: number, text: string): void => {
    proxy.delay(ms)
    sent += text
    socket.write(text)
  }
  const heardAll = () => until('the echo', () => heard.length === sent.length)
  let from = performance.now()
  say(100, 'slow')
  await heardAll()
  expect(performance.now() - from).toBeGreaterThan(190)
  from = performance.now()
  say(200, 'first')
  // The first is with the proxy before the delay ends.
  await until('the first to be held', () => proxy.held() > 0)
  say(0, 'second')
  await heardAll()
  expect(performance.now() - from).toBeGreaterThan(190)
  expect(heard).toBe(sent)
  socket.destroy()
  await proxy.close()
  await new Promise((resolve) => echo.close(resolve))
})

test.runIf(hasCompiler)('the viewers watch, answer pings and return to another gateway', async () => {
  const frame = `{"t":"f","at":1,"rows":[${'{"s":"2330"},'.repeat(20)}{"s":"2317"}]}`
  let pongs = 0
  const gateways = await Promise.all(
    [1, 2].map(async () => {
      const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
      const said: string[] = []
      server.on('connection', (socket) => {
        socket.on('message', (data) => {
          const text = (data as Buffer).toString()
          said.push(text)
          if (!text.includes('watch')) return
          socket.send(frame)
          socket.ping('2')
        })
        socket.on('pong', () => (pongs += 1))
      })
      await new Promise((resolve) => server.once('listening', resolve))
      return { server, said, port: (server.address() as AddressInfo).port }
    }),
  )
  const viewers = startViewers({
    program: compile('viewers', 'program', folder),
    count: 6,
    openedPerSecond: 1_000,
    watched: ['2330'],
    ports: gateways.map(({ port }) => port),
    // Two processes, whose counts are one.
    maxOfProcess: 4,
  })
  await until('prices', () => viewers.last().priced === 6 && pongs === 6)
  expect([viewers.at(0), viewers.at(1)]).toEqual([4, 2])
  expect(gateways[0]!.said.filter((text) => text === '{"t":"hello"}')).toHaveLength(4)
  for (const socket of gateways[0]!.server.clients) socket.terminate()
  gateways[0]!.server.close()
  await until('their return', () => viewers.last().priced === 6 && viewers.last().losses === 4)
  expect(viewers.at(1)).toBe(6)
  const watch = '{"t":"watch","rows":["2330"],"detail":[],"idx":false}'
  expect(gateways[1]!.said.filter((text) => text === watch)).toHaveLength(6)
  // One that the gateway has no room for is not lost: it leaves, and comes back much later.
  const [one] = gateways[1]!.server.clients
  one!.close(FEED_FULL, 'no room for guests')
  await until('the refusal', () => viewers.last().refusals === 1)
  expect(viewers.last()).toMatchObject({ open: 5, losses: 4 })
  await viewers.stop()
  for (const socket of gateways[1]!.server.clients) socket.terminate()
  gateways[1]!.server.close()
})

test('the viewers wait as the app does', () => {
  const source = readFileSync(join(import.meta.dirname, '../drills/support/viewers.c'), 'utf8')
  const constant = (name: string): number => Number(new RegExp(`\\b${name} = (\\d+)`).exec(source)?.[1])
  const app = { FIRST_WAIT_MS, LONGEST_WAIT_MS, SILENCE_MS, FULL_WAIT_MS, FEED_FULL }
  expect(Object.fromEntries(Object.keys(app).map((name) => [name, constant(name)]))).toEqual(app)
})
