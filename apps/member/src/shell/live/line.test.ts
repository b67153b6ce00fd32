import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FEED_FULL } from '@fairlot/contract/live/socket'
import { createLine, FIRST_WAIT_MS, FULL_WAIT_MS, LONGEST_WAIT_MS, SILENCE_MS, waitBefore } from './line.ts'

test('reconnect waits are random and grow with each failure', () => {
  expect(waitBefore(0, () => 0)).toBe(0)
  expect(waitBefore(0, () => 1)).toBe(FIRST_WAIT_MS)
  expect(waitBefore(1, () => 1)).toBe(2 * FIRST_WAIT_MS)
  expect(waitBefore(9, () => 1)).toBe(LONGEST_WAIT_MS)
  expect(waitBefore(9, () => 0.5)).toBe(LONGEST_WAIT_MS / 2)
  expect(waitBefore(50, () => 1)).toBeGreaterThan(LONGEST_WAIT_MS)
})

/** A socket that the test opens and breaks itself. */
class HandSocket extends EventTarget {
  readonly sent: string[] = []
  isClosed = false
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }))
  }
  break(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const make = () => {
  const sockets: HandSocket[] = []
  const closes: number[] = []
  const texts: string[] = []
  const line = createLine({
    openSocket: () => {
      const socket = new HandSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    random: () => 1,
    onOpen: () => undefined,
    onText: (text) => texts.push(text),
    onClose: (code) => closes.push(code),
  })
  return { line, sockets, closes, texts }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a broken connection reopens after a wait that grows per failure', () => {
  const { line, sockets, closes } = make()
  line.start()
  sockets[0]!.open()
  sockets[0]!.break(1006)
  expect(closes).toEqual([1006])
  vi.advanceTimersByTime(FIRST_WAIT_MS - 1)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(2)
  sockets[1]!.break(1006)
  vi.advanceTimersByTime(2 * FIRST_WAIT_MS - 1)
  expect(sockets).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(3)
  sockets[2]!.open()
  sockets[2]!.say('{}')
  sockets[2]!.break(1006)
  vi.advanceTimersByTime(FIRST_WAIT_MS)
  expect(sockets).toHaveLength(4)
})

test('a full gateway is retried after a longer wait', () => {
  const { line, sockets } = make()
  line.start()
  sockets[0]!.break(FEED_FULL)
  vi.advanceTimersByTime(2 * FULL_WAIT_MS - 1)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(2)
})

test('a silent connection is closed and reopened', () => {
  const { line, sockets } = make()
  line.start()
  sockets[0]!.open()
  vi.advanceTimersByTime(SILENCE_MS - 1)
  sockets[0]!.say('{}')
  vi.advanceTimersByTime(SILENCE_MS - 1)
  expect(sockets[0]!.isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(sockets[0]!.isClosed).toBe(true)
  vi.advanceTimersByTime(FIRST_WAIT_MS)
  expect(sockets).toHaveLength(2)
})

test('a stopped connection stays closed and ignores its old socket', () => {
  const { line, sockets, texts } = make()
  line.start()
  sockets[0]!.open()
  line.stop()
  sockets[0]!.say('late')
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(texts).toEqual([])
  line.send({})
  expect(sockets[0]!.sent).toEqual([])
})

test('a network that is back reconnects at once', () => {
  const { line, sockets } = make()
  line.start()
  sockets[0]!.break(1006)
  line.hurry()
  expect(sockets).toHaveLength(2)
})

test('a line that gets no socket yet tries again after a wait', () => {
  let isReady = false
  const sockets: HandSocket[] = []
  const line = createLine({
    openSocket: () => {
      if (!isReady) return undefined
      sockets.push(new HandSocket())
      return sockets[0] as unknown as WebSocket
    },
    random: () => 1,
    onOpen: () => undefined,
    onText: () => undefined,
    onClose: () => undefined,
  })
  line.start()
  isReady = true
  vi.advanceTimersByTime(FIRST_WAIT_MS - 1)
  expect(sockets).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(1)
})
