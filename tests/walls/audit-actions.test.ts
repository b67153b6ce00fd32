// The console shows a text for each audit action. An action without one would show an auditor its code.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts as en } from '../../apps/console/src/kit/trail/texts/en.ts'
import { texts as tw } from '../../apps/console/src/kit/trail/texts/tw.ts'

/** Actions written as a literal, or as either branch of a conditional; those assembled from parts are not found. */
const actionsIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /\baction:\s*(?:[^,\n]*\?\s*)?'([a-z-]+[.][a-z-]+)'(?:\s*:\s*'([a-z-]+[.][a-z-]+)')?/g,
    ),
  ].flatMap(([, one, other]) => [one, other].filter((action) => action !== undefined))

test('every audit action of the server has texts in both languages', () => {
  const files = globSync('apps/server/src/features/**/*.ts')
  const actions = [...new Set(files.flatMap((file) => actionsIn(readFileSync(file, 'utf8'))))]
  expect(actions.length).toBeGreaterThan(80)
  for (const texts of [tw.actions, en.actions])
    expect(actions.filter((action) => !Object.hasOwn(texts, action)).toSorted()).toEqual([])
})
