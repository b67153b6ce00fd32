import { globSync, readFileSync } from 'node:fs'
import { rulebook } from '@fairlot/rules/site'
import { describe, expect, test } from 'vitest'
import { routes } from '../../routes.tsx'
import { placeOf } from '../../shell/route.ts'
import { fillRules, rulesOf, sentencesOf, type HelpBody } from './body.ts'
import { chapterNames, chapterOf, chapters, leads, pageNames, type HelpPage } from './chapters.ts'
import { findPages } from './find-pages.ts'
import { bodies } from './texts/bodies.ts'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

const load = async (language: 'tw' | 'en'): Promise<Readonly<Record<HelpPage, HelpBody>>> => {
  const all = await Promise.all(chapterNames.map((chapter) => bodies[chapter].load(language)))
  return Object.assign({}, ...all) as Readonly<Record<HelpPage, HelpBody>>
}
const chinese = await load('tw')
const english = await load('en')

describe('the help', () => {
  test('has at least twenty pages, each in one chapter', () => {
    expect(pageNames.length).toBeGreaterThanOrEqual(20)
    expect(new Set(pageNames).size).toBe(pageNames.length)
    for (const chapter of chapterNames)
      for (const page of chapters[chapter]) expect(chapterOf(page)).toBe(chapter)
  })

  test.each(pageNames)('%s has the same parts in both languages', (page) => {
    const shape = ({ table, steps, parts }: HelpBody) => [table?.rows.length, steps?.length, parts.length]
    expect(shape(english[page])).toEqual(shape(chinese[page]))
    expect(rulesOf(en.leads[page], english[page]).toSorted()).toEqual(
      rulesOf(tw.leads[page], chinese[page]).toSorted(),
    )
  })

  test.each(pageNames)('%s is short, and names only rules that exist', (page) => {
    const known = new Set(rulebook.map(({ id }) => id))
    expect(rulesOf(tw.leads[page], chinese[page]).filter((rule) => !known.has(rule))).toEqual([])
    expect(sentencesOf(chinese[page]).join('').length).toBeLessThan(700)
  })

  test.each(pageNames)('%s leads to a screen and to other pages', (page) => {
    const { screen, next } = leads[page]
    const [pathname = '', search = ''] = screen[0].split('?')
    expect(placeOf(routes, { pathname, search: `?${search}` })?.title).toBe(screen[1])
    expect(next).not.toContain(page)
    expect(next.length).toBeGreaterThan(0)
  })

  test('has every page that a screen leads to', () => {
    const sources = globSync('apps/member/src/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
    const linked = sources.flatMap((text) =>
      [...text.matchAll(/<HelpRow page="([^"]*)"/g)].map(([, page]) => page),
    )
    expect(linked.length).toBeGreaterThan(15)
    expect(linked.filter((page) => !(pageNames as readonly unknown[]).includes(page))).toEqual([])
  })

  test('writes no address or placeholder into a sentence', () => {
    for (const page of pageNames)
      for (const text of [...sentencesOf(chinese[page]), ...sentencesOf(english[page])])
        expect(fillRules(text, () => '')).not.toMatch(/[{}<>]|https?:/)
  })
})

describe('the search of the help', () => {
  const sentencesIn = (all: Readonly<Record<HelpPage, HelpBody>>) =>
    Object.fromEntries(pageNames.map((page) => [page, sentencesOf(all[page]).join('\n')]))

  test('puts titles before bodies', () => {
    const found = findPages('零股', { ...tw, sentences: sentencesIn(chinese) })
    expect(found[0]).toBe('odd-lots')
    expect(found).toContain('order-costs')
  })

  test('ignores case, width and extra spaces', () => {
    const within = { ...en, sentences: sentencesIn(english) }
    expect(findPages('  ＭＡＲＧＩＮ   call ', within)[0]).toBe('margin-call')
    expect(findPages('zzz', within)).toEqual([])
    expect(findPages('   ', within)).toEqual([])
  })

  test('finds titles before the bodies are loaded', () => {
    expect(findPages('withdraw', { ...en, sentences: {} })).toContain('withdrawals')
  })
})
