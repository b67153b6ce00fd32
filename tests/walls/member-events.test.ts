// The kinds of member events are a closed list. A kind that nothing writes would be a promise to phones that is not kept.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memberEvent } from '../../packages/contract/src/live/index.ts'

const kinds = memberEvent.def.options.map(({ shape }) => shape.kind.def.values[0]!)
const features = new URL('../../apps/server/src/features/', import.meta.url).pathname

const writtenIn = (sources: readonly string[]): string[] =>
  kinds.filter((kind) => sources.some((source) => source.includes(`kind: '${kind}'`)))

test('every kind of member event is written somewhere', () => {
  const sources = globSync('**/*.ts', { cwd: features })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(features + path, 'utf8'))
    .filter((source) => /\b(recordMemberEvents|recordOutcomes?|MemberChange)\b/.test(source))
  expect(sources.length).toBeGreaterThan(20)
  expect(writtenIn(sources)).toEqual(kinds)
})

test('a kind that no source writes is missing from the list', () => {
  expect(writtenIn(["{ kind: 'coupon.changed' }"])).toEqual(['coupon.changed'])
})
