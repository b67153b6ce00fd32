import { authRules } from '@fairlot/rules/auth'
import { expect, test } from 'vitest'
import { HEARTBEAT_MS } from './heartbeat.ts'

test('the heartbeat is shorter than session.touch.minutes', () => {
  expect(HEARTBEAT_MS).toBeLessThan(authRules.sessionTouch.default * 60_000)
})
