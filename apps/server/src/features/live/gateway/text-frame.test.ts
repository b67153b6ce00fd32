import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { asciiJson, longestText, textFrame } from './text-frame.ts'

const server = createServer()
let frame = ''

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, line, head) => {
    sockets.handleUpgrade(request, line, head, () => line.write(frame, 'latin1'))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => void server.close())

/** The text as a client that follows the RFC reads it. */
async function read(written: string): Promise<string> {
  frame = written
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const text = await new Promise<string>((resolve, reject) => {
    socket.on('message', (data, isBinary) =>
      isBinary ? reject(new Error('binary')) : resolve((data as Buffer).toString()),
    )
    socket.on('error', reject)
  })
  socket.terminate()
  return text
}

test.each([1, 125, 126, 127, 255, 256, 4_096, longestText])(
  'a frame of %i characters is read back',
  async (length) => {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(32 + (at % 90))).join('')
    expect(await read(textFrame(text))).toBe(text)
  },
)

test('a longer text throws', () => {
  expect(() => textFrame('x'.repeat(longestText + 1))).toThrow('exceeds the limit of a client')
})

test('non-ASCII text arrives unchanged', async () => {
  const value = { name: '台積電 💹 é', quote: '"\\' }
  const text = asciiJson(value)
  expect(text).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(await read(textFrame(text)))).toEqual(value)
})
