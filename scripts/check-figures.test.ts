import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkFigures, type FigureLists } from './check-figures.ts'

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

const none: FigureLists = { quoted: [], fixed: [] }

/** The check's result for one text, in a catalogue of the withdrawals page. */
function problemsIn(text: string, lists: FigureLists = none): string[] {
  root = mkdtempSync(join(tmpdir(), 'fairlot-figures-'))
  const path = 'apps/member/src/features/withdrawals/texts/en.ts'
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `export const texts = { 'key.1': ${text} }\n`)
  return checkFigures(root, lists)
}

test.each(["'Weekdays 09:30'", '(time) => `Rests 24 hours, until ${time}`', "'２４ hours'"])(
  'the typed figure in %s is reported',
  (text) => {
    expect(problemsIn(text)).toEqual([expect.stringContaining('take it as a parameter')])
  },
)

test('parameters and keys with digits are accepted', () => {
  expect(problemsIn("'Weekdays {open}–{last4}'")).toEqual([])
  expect(problemsIn('(hours) => `Rests ${hours} hours`')).toEqual([])
})

test('a quoted rule must have the value the text says', () => {
  const quoted = [{ files: /withdrawals/, rules: ['withdraw.coolDownAfterCredentialChange.hours'] }]
  expect(problemsIn("'Rests 24 hours'", { ...none, quoted })).toEqual([])
  rmSync(root, { recursive: true, force: true })
  expect(problemsIn("'Rests 48 hours'", { ...none, quoted })).toHaveLength(1)
})

test('a rule that operators can change is never quoted', () => {
  const quoted = [{ files: /withdrawals/, rules: ['bank.coolDownHours'] }]
  expect(problemsIn("'Rests'", { ...none, quoted })).toEqual([
    'rule bank.coolDownHours can be changed at the console and must not be quoted',
  ])
})

test('an unused exception is reported', () => {
  const fixed = [{ files: /./, pattern: /SHA-256/g, reason: 'a name' }]
  expect(problemsIn("'SHA-256'", { ...none, fixed })).toEqual([])
  rmSync(root, { recursive: true, force: true })
  expect(problemsIn("'Hash'", { ...none, fixed })).toEqual([expect.stringContaining('not needed any more')])
})
