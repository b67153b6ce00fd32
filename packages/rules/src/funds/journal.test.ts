import { journalAccounts } from '@fairlot/contract/funds'
import { expect, test } from 'vitest'
import { codeOfJournalAccount, journalProblemOf, largestCorrection, movedChecks } from './index.ts'

const draft = (amounts: Readonly<Record<string, bigint>>, hasMember = false) => ({
  currency: 'TWD',
  hasMember,
  why: 'wrong-charge' as const,
  lines: Object.entries(amounts).map(([account, amount]) => ({
    account: account as (typeof journalAccounts)[number],
    amount,
  })),
})

test('a correction must balance, name each account once and respect the limit', () => {
  expect(journalProblemOf(draft({ 'house.corrections': -5n, 'fees.brokerage': 5n }))).toBeUndefined()
  expect(journalProblemOf(draft({ 'house.corrections': -5n, 'fees.brokerage': 4n }))).toBe(
    'funds.journal-unbalanced',
  )
  expect(journalProblemOf(draft({ 'house.corrections': 0n, 'fees.brokerage': 0n }))).toBe(
    'funds.journal-zero',
  )
  expect(journalProblemOf(draft({ 'house.corrections': 5n }))).toBe('funds.journal-lines')
  const large = largestCorrection + 1n
  expect(journalProblemOf(draft({ 'house.corrections': -large, 'fees.brokerage': large }))).toBe(
    'funds.journal-limit',
  )
  const twice = {
    ...draft({}),
    lines: [1n, -1n].map((amount) => ({ account: 'house.capital' as const, amount })),
  }
  expect(journalProblemOf(twice)).toBe('funds.journal-twice')
})

test('a correction names a member exactly when a line is theirs', () => {
  const lines = { 'member.available': 5n, 'house.corrections': -5n }
  expect(journalProblemOf(draft(lines, true))).toBeUndefined()
  expect(journalProblemOf(draft(lines, false))).toBe('funds.journal-member')
  expect(journalProblemOf(draft({ 'house.corrections': -5n, 'fees.brokerage': 5n }, true))).toBe(
    'funds.journal-member',
  )
})

test('goodwill takes nothing from a member', () => {
  const taken = draft({ 'member.available': -5n, 'house.corrections': 5n }, true)
  expect(journalProblemOf(taken)).toBeUndefined()
  expect(journalProblemOf({ ...taken, why: 'goodwill' })).toBe('funds.journal-goodwill')
})

test('corrections reach no held money, loans, shares, clearing or bank accounts', () => {
  for (const account of journalAccounts)
    expect(codeOfJournalAccount(account, 'TWD', 'm')).toMatch(
      /^(member\/m\/TWD\/available|house\/main\/TWD\/(corrections|capital|promotion|rounding)|fees\/[a-z]+\/TWD\/income|tax\/transaction\/TWD\/collected|suspense\/main\/TWD\/open)$/,
    )
  expect(() => codeOfJournalAccount('member.available', 'TWD', null)).toThrow('needs a member id')
})

test('only a not-posted correction changes a check', () => {
  const { lines } = draft({ 'house.corrections': -1_425n, 'fees.brokerage': 1_425n })
  expect([...movedChecks('TWD', 'not-posted', lines)]).toEqual([['brokerage', 1_425n]])
  expect([...movedChecks('TWD', 'wrong-charge', lines)]).toEqual([['brokerage', 0n]])
  expect([...movedChecks('USD', 'not-posted', lines)]).toEqual([])
})
