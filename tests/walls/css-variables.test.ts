// A CSS variable without a definition takes no effect and no tool reports it.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync(['packages/*/src/**/*.{css,ts,tsx}', 'apps/*/src/**/*.{css,ts,tsx}'])

/** Uses without a definition in any of the texts, with the file of each. */
const undefinedIn = (texts: readonly (readonly [string, string])[]): string[] => {
  const defined = new Set(
    texts.flatMap(([, text]) => [
      ...[...text.matchAll(/(?<![\w-])(--[a-z][\w-]*)\s*:/g)].map((match) => match[1]),
      ...[...text.matchAll(/['"](--[a-z][\w-]*)['"]/g)].map((match) => match[1]),
    ]),
  )
  return texts.flatMap(([file, text]) =>
    [...text.matchAll(/var\((--[a-z][\w-]*)/g)]
      .filter((match) => !defined.has(match[1]))
      .map((match) => `${file}: ${match[1]}`),
  )
}

test('every CSS variable in use is defined', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(undefinedIn(files.map((file) => [file, readFileSync(file, 'utf8')] as const))).toEqual([])
})

test('an undefined CSS variable is found', () => {
  const texts = [['a.css', ':root { --known: 1px } p { margin: var(--known) var(--unknown) }']] as const
  expect(undefinedIn(texts)).toEqual(['a.css: --unknown'])
})
