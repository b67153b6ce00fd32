// What the drills break machines with does what it says: a slow disk, a slow network, and phones that come back.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { until } from '@fairlot/testkit/until'
import { afterAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { compile } from '../drills/support/compile.ts'
import { openDelayingProxy } from '../drills/support/delaying-proxy.ts'

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
  const watch = '{"t":"watch","rows":["2330"],"detail":[],"idx":false}'
  const ports = gateways.map(({ port }) => String(port))
  const viewers = spawn(compile('viewers', 'program', folder), ['6', '1000', watch, ...ports], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let last = { priced: 0, losses: 0, frames: 0 }
  createInterface({ input: viewers.stdout }).on('line', (line) => (last = JSON.parse(line) as typeof last))
  await until('prices', () => last.priced === 6 && pongs === 6)
  expect(gateways[0]!.said.filter((text) => text === '{"t":"hello"}')).toHaveLength(3)
  for (const socket of gateways[0]!.server.clients) socket.terminate()
  gateways[0]!.server.close()
  await until('their return', () => last.priced === 6 && last.losses === 3)
  expect(gateways[1]!.said.filter((text) => text === watch)).toHaveLength(6)
  const ended = new Promise((resolve) => void viewers.once('exit', resolve))
  viewers.stdin.end()
  expect(await ended).toBe(0)
  for (const socket of gateways[1]!.server.clients) socket.terminate()
  gateways[1]!.server.close()
})
