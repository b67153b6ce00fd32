import { expect, test } from 'vitest'
import { banks, checkBankAccount, endingOf, isSameName, plainNumber, usableFrom } from './index.ts'

const form = {
  currency: 'TWD',
  holder: '林小安',
  number: '0687-1234-5678',
  bankCode: '812',
  branch: '信義分行',
  branchCode: '0687',
} as const

test('a valid bank account form passes in each currency', () => {
  expect(checkBankAccount(form)).toBeUndefined()
  const usd = {
    ...form,
    currency: 'USD',
    bankCode: 'BOTKTWTP',
    bankName: 'Bank',
    number: 'GB29NWBK6016',
  } as const
  expect(checkBankAccount(usd)).toBeUndefined()
  const inr = {
    ...form,
    currency: 'INR',
    bankName: 'HDFC',
    number: '501000012345',
    ifsc: 'HDFC0001234',
  } as const
  expect(checkBankAccount(inr)).toBeUndefined()
  expect(checkBankAccount({ ...inr, upi: 'lin.an@okhdfc' })).toBeUndefined()
  expect(checkBankAccount({ ...inr, upi: 'lin an' })?.code).toBe('card.upi')
})

test('two spellings of one name match, and empty names never do', () => {
  expect(isSameName('臺 小明', '台小明')).toBe(true)
  expect(isSameName('ＬＩＮ, Hsiao-An', 'lin hsiao an')).toBe(true)
  expect(isSameName('林小安', '林小女')).toBe(false)
  expect(isSameName(' ', '.')).toBe(false)
})

test('account numbers lose their hyphens and show the last four digits', () => {
  expect(plainNumber(' 0687-1234 5678 ')).toBe('068712345678')
  expect(endingOf('0687-1234 5678')).toBe('5678')
})

test('the cool-down counts from adding and never ends before verification', () => {
  const added = new Date('2026-02-11T10:00:00Z')
  const after = (hours: number): Date => new Date(added.getTime() + hours * 3_600_000)
  expect(usableFrom(after(2), added, 24)).toEqual(after(24))
  expect(usableFrom(after(30), added, 24)).toEqual(after(30))
})

test('no bank is listed twice', () => {
  expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length)
})
