// recordOutcome writes the audit row, event and notice of one outcome. A file that writes them one by one can let them
// differ.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const features = new URL('../../apps/server/src/features/', import.meta.url).pathname

/** The member's own sign-in actions: one security notice, no decision and no event. */
const exempt =
  /^(auth[/](factors|passwords|sessions)[/]|auth[/]recovery[/]finish-recovery|members[/]record-outcome)/

const writers = (source: string): string[] =>
  ['recordAudit', 'recordMemberEvents?', 'sendNotice'].filter((name) =>
    new RegExp(`\\b${name}\\(`).test(source),
  )

const broken = (files: readonly (readonly [path: string, source: string])[]): string[] =>
  files
    .filter(([path, source]) => !exempt.test(path) && writers(source).includes('recordAudit'))
    .filter(([, source]) => writers(source).length > 1)
    .map(([path]) => path)

test('no decision writes audit row, event and notice separately', () => {
  const files = globSync('**/*.ts', { cwd: features }).map(
    (path) => [path, readFileSync(features + path, 'utf8')] as const,
  )
  expect(files.length).toBeGreaterThan(200)
  expect(broken(files)).toEqual([])
})

test('a planted file that writes them separately is found', () => {
  const planted = 'await recordAudit(tx, row)\nawait sendNotice(tx, notice)\n'
  expect(broken([['deposits/decide-deposit.ts', planted]])).toEqual(['deposits/decide-deposit.ts'])
})
