import { expect, test } from 'vitest'
import { isSessionAlive, lives } from './index.ts'

const start = new Date('2026-11-16T01:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const session = (lastSeenAt: Date) => ({ expiresAt: later(lives.sessionMs), lastSeenAt, revokedAt: null })

test('a session expires after exactly 12 hours', () => {
  expect(lives.sessionMs).toBe(12 * 3_600_000)
  expect(isSessionAlive(session(later(lives.sessionMs - 1)), later(lives.sessionMs - 1))).toBe(true)
  expect(isSessionAlive(session(later(lives.sessionMs - 1)), later(lives.sessionMs))).toBe(false)
})

test('a session without a request for 30 minutes expires', () => {
  expect(isSessionAlive(session(start), later(30 * 60_000 - 1))).toBe(true)
  expect(isSessionAlive(session(start), later(30 * 60_000))).toBe(false)
})

test('the touch interval is shorter than half the idle time', () => {
  expect(lives.sessionTouchMs * 2).toBeLessThan(lives.sessionIdleMs)
})

test('a revoked session ends at once', () => {
  expect(isSessionAlive({ ...session(start), revokedAt: start }, start)).toBe(false)
})
