import { STALE_AFTER_MS } from '@fairlot/contract/live/socket'
import { expect, test } from 'vitest'
import { feedOf, type FreshnessInput, START_GRACE_MS } from './freshness.ts'

const input: FreshnessInput = {
  isWanted: true,
  isOnline: true,
  isHeard: true,
  newsAt: 1_000,
  startedAt: 0,
  now: 1_000,
  date: 1_700_000_000_000,
}

test('the feed is live while the gateway responds with fresh data', () => {
  expect(feedOf(input)).toEqual({ state: 'live', since: undefined })
  expect(feedOf({ ...input, now: 1_000 + STALE_AFTER_MS }).state).toBe('live')
})

test('the feed is stale ten seconds after the last message', () => {
  const age = STALE_AFTER_MS + 1
  expect(feedOf({ ...input, now: 1_000 + age })).toEqual({ state: 'stale', since: input.date - age })
})

test('the feed is connecting while prices are fresh', () => {
  expect(feedOf({ ...input, isHeard: false }).state).toBe('connecting')
  expect(feedOf({ ...input, newsAt: undefined, now: 9_000 }).state).toBe('connecting')
})

test('the feed is stale ten seconds after starting without a message', () => {
  expect(feedOf({ ...input, newsAt: undefined, isHeard: false, now: STALE_AFTER_MS + 1 }).state).toBe('stale')
})

test('a page shown again may connect before it counts as stale', () => {
  const seenAgain = { ...input, isHeard: false, now: 500_000, startedAt: 500_000 }
  expect(feedOf(seenAgain).state).toBe('connecting')
  expect(feedOf({ ...seenAgain, now: 500_000 + START_GRACE_MS }).state).toBe('stale')
  expect(feedOf({ ...seenAgain, isHeard: true }).state).toBe('stale')
})

test('the feed is offline without a network, whatever its age', () => {
  expect(feedOf({ ...input, isOnline: false })).toEqual({ state: 'offline', since: input.date })
})

test('the feed is live while no screen needs it', () => {
  expect(feedOf({ ...input, isWanted: false, now: 1e9 })).toEqual({ state: 'live', since: undefined })
})
