import { capabilities, catalogue, type Capability } from '@fairlot/contract'
import { restrictionKinds, restrictionReasons, type RestrictionKind } from '@fairlot/contract/members'
import { describe, expect, test } from 'vitest'
import { barOf, blockedAtSignIn, blockedBy } from './index.ts'

const everything: Capability[] = [
  'read-own',
  'secure-own',
  'edit-own',
  'trade',
  'close',
  'bring-money',
  'move-money',
]
const expected: Record<RestrictionKind, Capability[]> = {
  frozen: ['trade', 'bring-money', 'move-money'],
  'login-banned': everything,
  disabled: everything,
  'no-trading': ['trade'],
  'no-withdrawal': ['move-money'],
}

describe.each(restrictionKinds)('%s', (kind) => {
  test.each(capabilities)('blocks or allows %s as defined', (capability) => {
    const answer = blockedBy(capability, [kind])
    expect(answer).toBe(expected[kind].includes(capability) ? `restriction.${kind}` : undefined)
    if (answer !== undefined) expect(catalogue[answer].status).toBe(403)
  })
})

test.each(restrictionReasons)('a freeze for %s blocks closing only by court order', (reason) => {
  const answer = blockedBy('close', [barOf({ kind: 'frozen', reason })])
  expect(answer).toBe(reason === 'court-order' ? 'restriction.frozen' : undefined)
})

test('a court order makes only a freeze stricter', () => {
  const others = restrictionKinds.filter((kind) => kind !== 'frozen')
  expect(others.map((kind) => barOf({ kind, reason: 'court-order' }))).toEqual(others)
})

test('no restriction blocks nothing, and public access is never blocked', () => {
  for (const capability of capabilities) expect(blockedBy(capability, [])).toBeUndefined()
  expect(blockedBy('public', [...restrictionKinds, 'frozen-by-law'])).toBeUndefined()
})

test('of several restrictions the strongest is named', () => {
  expect(blockedBy('trade', restrictionKinds)).toBe('restriction.disabled')
  expect(blockedBy('trade', ['no-trading', 'frozen'])).toBe('restriction.frozen')
  expect(blockedBy('move-money', ['no-trading', 'no-withdrawal'])).toBe('restriction.no-withdrawal')
})

test.each(restrictionKinds)('sign-in while %s is blocked only if banned or disabled', (kind) => {
  expect(blockedAtSignIn([kind])).toBe(
    kind === 'login-banned' || kind === 'disabled' ? `restriction.${kind}` : undefined,
  )
})
