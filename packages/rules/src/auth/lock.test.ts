import { expect, test } from 'vitest'
import { afterSuccess, lockRules, minutesLeft, noTries, takeTry, type LockRule, type Tries } from './index.ts'

const start = new Date('2026-11-16T01:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

function fail(tries: Tries, rule: LockRule, at: Date): Tries {
  const verdict = takeTry(tries, rule, at)
  if (!verdict.allowed) throw new Error('the try was not let through')
  return verdict.next
}

test('five failures lock the account for 15 minutes', () => {
  let tries = noTries
  for (let count = 0; count < 5; count++) tries = fail(tries, lockRules.knownDevice, after(count))
  expect(takeTry(tries, lockRules.knownDevice, after(5))).toEqual({ allowed: false, until: after(19) })
  expect(takeTry(tries, lockRules.knownDevice, after(18.99)).allowed).toBe(false)
  expect(takeTry(tries, lockRules.knownDevice, after(19)).allowed).toBe(true)
})

test('the failure count restarts after a lock', () => {
  let tries = noTries
  for (let count = 0; count < 5; count++) tries = fail(tries, lockRules.knownDevice, start)
  tries = fail(tries, lockRules.knownDevice, after(15))
  expect(tries).toMatchObject({ failures: 1, lockedUntil: null })
})

test('a success resets the failures', () => {
  let tries = noTries
  for (let count = 0; count < 4; count++) tries = fail(tries, lockRules.knownDevice, start)
  tries = afterSuccess(tries)
  for (let count = 0; count < 4; count++) tries = fail(tries, lockRules.knownDevice, start)
  expect(tries.lockedUntil).toBeNull()
})

test('failures far apart do not add up to a lock', () => {
  let tries = noTries
  for (let count = 0; count < 20; count++) tries = fail(tries, lockRules.knownDevice, after(count * 60))
  expect(tries.lockedUntil).toBeNull()
})

test('an unknown device gets at most ten tries in any hour', () => {
  let tries = noTries
  const passed: number[] = []
  for (let minute = 0; minute < 24 * 60; minute++) {
    const verdict = takeTry(tries, lockRules.unknownDevice, after(minute))
    if (!verdict.allowed) continue
    passed.push(minute)
    // Every second try is right: a success must not reset the hourly bound.
    tries = passed.length % 2 === 0 ? afterSuccess(verdict.next) : verdict.next
  }
  for (const minute of passed) {
    expect(passed.filter((other) => other >= minute && other < minute + 60).length).toBeLessThanOrEqual(10)
  }
  expect(passed.length).toBeGreaterThan(100)
})

test('five wrong fund passwords lock for 24 hours', () => {
  let tries = noTries
  for (let count = 0; count < 5; count++) tries = fail(tries, lockRules.fundPassword, start)
  expect(takeTry(tries, lockRules.fundPassword, after(24 * 60 - 1)).allowed).toBe(false)
  expect(takeTry(tries, lockRules.fundPassword, after(24 * 60)).allowed).toBe(true)
})

test('fund password failures are counted over the whole day', () => {
  let tries = noTries
  for (let count = 0; count < 5; count++) tries = fail(tries, lockRules.fundPassword, after(count * 120))
  expect(tries.lockedUntil).not.toBeNull()
})

test('the remaining minutes are whole and never zero', () => {
  expect(minutesLeft(after(15), start)).toBe(15)
  expect(minutesLeft(after(0.01), start)).toBe(1)
})
