// index.html contains the start page's text before any text has loaded; if they differ, the page jumps.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts as en } from './features/auth/texts/en.ts'
import { texts as tw } from './features/auth/texts/tw.ts'

const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')

test.each([
  ['zh-Hant-TW', tw],
  ['en', en],
])('the splash has the same texts as the start page (%s)', (lang, { start }) => {
  const said = [...html.matchAll(/<(span|p) lang="([^"]+)">(.*?)<\/\1>/g)]
    .filter(([, , of]) => of === lang)
    .map(([, , , text = '']) => text.trim())
  expect(said).toEqual([start.pages.draw.title, start.pages.draw.lead])
})
