import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDocumentNumber, isName } from '@fairlot/rules/identity'
import { expect, test } from 'vitest'
import { authenticatorCode } from './console-client.ts'
import { members } from './members.ts'
import { proposals } from './office.ts'
import { cardPicture } from './picture.ts'
import { left } from './play.ts'
import { openProgress } from './progress.ts'
import { readFirstDaySettings } from './settings.ts'

const environment = {
  FAIRLOT_MODE: 'development',
  PUBLIC_ORIGIN: 'http://localhost:1',
  CONSOLE_ORIGIN: 'http://localhost:2',
  FIRST_DAY_FOLDER: '/nowhere',
}

test('production and real money refuse the first day', () => {
  expect(readFirstDaySettings(environment).apiUrl).toBe('http://localhost:1')
  expect(() => readFirstDaySettings({ ...environment, FAIRLOT_MODE: 'production' })).toThrow(/FAIRLOT_MODE/)
  expect(() => readFirstDaySettings({ ...environment, FAIRLOT_MONEY: 'real' })).toThrow(/FAIRLOT_MONEY/)
})

test('twelve members have names, numbers and calls of their own', async () => {
  expect(members).toHaveLength(12)
  expect(new Set(members.map(({ account }) => account)).size).toBe(12)
  const numbers: string[] = []
  for (const { name, calls } of members) {
    expect(isName(name), name).toBe(true)
    const names = calls.map((call) => call.name)
    expect(new Set(names).size, name).toBe(names.length)
    const scene = { account: '0900000101', password: '', id: '', read: async () => undefined }
    const more = { ...scene, upload: async () => 'file', kept: () => undefined }
    const sent = await calls.find((call) => call.name === 'documents')?.body(more)
    if (sent === undefined) continue
    const { number } = sent as { readonly number: string }
    expect(isDocumentNumber('national-id', number), number).toBe(true)
    numbers.push(number)
  }
  expect(new Set(numbers).size).toBe(11)
})

test('every announced dividend reaches a member of the first day', () => {
  const symbols = proposals.flatMap(({ name }) => name.match(/^dividend (\d+)$/)?.[1] ?? [])
  expect(symbols).toEqual(['2886', '2409', '2317'])
  const bought = new Set(members.flatMap(({ calls }) => calls.map(({ name }) => name)))
  for (const symbol of symbols)
    expect(bought.has(`long ${symbol}`) || bought.has(`short ${symbol}`)).toBe(true)
  expect(bought.has('short 2409')).toBe(true)
})

test('an interrupted call is kept with its key until its answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-first-day-'))
  try {
    const file = join(folder, 'progress.json')
    const all = left(openProgress(file)).length
    openProgress(file).begin('0900000101', 'save 0050', { id: 'key', body: { symbol: '0050' } })
    expect(openProgress(file).begun('0900000101', 'save 0050')).toEqual({
      id: 'key',
      body: { symbol: '0050' },
    })
    expect(left(openProgress(file))).toHaveLength(all)
    openProgress(file).finish('0900000101', 'save 0050', 'done')
    expect(openProgress(file).begun('0900000101', 'save 0050')).toBe(undefined)
    expect(left(openProgress(file))).toHaveLength(all - 1)
    openProgress(file).drop('0900000101', 'save 0050')
    expect(left(openProgress(file))).toHaveLength(all)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the authenticator code is that of the standard', () => {
  // RFC 6238, appendix B: the secret is the text 12345678901234567890, the time 59 seconds.
  expect(authenticatorCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1)).toBe('287082')
})

test('each picture is a PNG of its own', () => {
  expect(cardPicture(1).subarray(1, 4).toString()).toBe('PNG')
  expect(cardPicture(1).equals(cardPicture(1))).toBe(true)
  expect(cardPicture(1).equals(cardPicture(2))).toBe(false)
})
