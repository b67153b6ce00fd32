import { expect, test } from 'vitest'
import { isSessionAlive, lives } from './index.ts'

const start = new Date('2026-11-16T01:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const session = (lastSeenAt: Date) => ({ expiresAt: later(lives.sessionMs), lastSeenAt, revokedAt: null })

test('a session lives 12 hours and not a millisecond longer', () => {
  expect(lives.sessionMs).toBe(12 * 3_600_000)
  expect(isSessionAlive(session(later(lives.sessionMs - 1)), later(lives.sessionMs - 1))).toBe(true)
  expect(isSessionAlive(session(later(lives.sessionMs - 1)), later(lives.sessionMs))).toBe(false)
})

test('a session without a call for 30 minutes is over', () => {
  expect(isSessionAlive(session(start), later(30 * 60_000 - 1))).toBe(true)
  expect(isSessionAlive(session(start), later(30 * 60_000))).toBe(false)
})

test('an app on screen calls often enough never to grow idle', () => {
  expect(lives.sessionTouchMs * 2).toBeLessThan(lives.sessionIdleMs)
})

test('a revoked session is over at once', () => {
  expect(isSessionAlive({ ...session(start), revokedAt: start }, start)).toBe(false)
})
