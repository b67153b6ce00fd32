import { expect, test } from 'vitest'
import { differingFigures, draftProblem, minutesToRead, trimmedDraft } from './index.ts'

const draft = {
  topic: 'lesson' as const,
  title: { tw: ' 標題 ', en: 'Title' },
  body: { tw: '一\r\n二', en: 'one\rtwo' },
  rule: ' ',
  symbols: [' 2317 ', '2317', '', '00632r'],
  picture: null,
}

test('a draft loses the space around its texts and double codes', () => {
  expect(trimmedDraft(draft)).toEqual({
    topic: 'lesson',
    title: { tw: '標題', en: 'Title' },
    body: { tw: '一\n二', en: 'one\ntwo' },
    rule: null,
    symbols: ['2317', '00632R'],
    picture: null,
  })
  expect(draftProblem(trimmedDraft(draft), new Set())).toBeUndefined()
})

test.each([
  ['the same', '自 03/18 起，1,000 股，130%', 'From 03/18, 1000 shares, 130 %', []],
  ['full-width', '共 ５ 檔', '5 levels', []],
  ['missing in English', '13:20 起', 'from then', ['13:20']],
  ['more often in one', '1 和 1', '1', ['1']],
  ['another value', '0.50', '0.05', ['0.50', '0.05']],
])('figures that are %s are found', (_what, tw, en, differing) => {
  expect(differingFigures(tw, en)).toEqual(differing)
})

test.each([
  ['', 1],
  ['字'.repeat(800), 2],
  ['word '.repeat(600), 3],
])('reading takes at least a minute', (body, minutes) => {
  expect(minutesToRead(body)).toBe(minutes)
})
