// The search of the help. It is loaded with the first search, and loads the sentences of every page.

import type { Language } from '@fairlot/app-shell/language'
import { sentencesOf, type HelpBody } from './body.ts'
import { chapterNames, chapters, type HelpPage } from './chapters.ts'
import { findPages } from './find-pages.ts'
import { bodies } from './texts/bodies.ts'
import { helpTexts } from './texts/index.ts'

export interface FoundPage {
  readonly page: HelpPage
  readonly title: string
  readonly lead: string
}

export const searchPages = async (language: Language, text: string): Promise<readonly FoundPage[]> => {
  const texts = await helpTexts.load(language)
  const lists = await Promise.all(
    chapterNames.map(async (chapter) => {
      const all = (await bodies[chapter].load(language)) as Readonly<Record<HelpPage, HelpBody>>
      return chapters[chapter].map((page) => [page, sentencesOf(all[page]).join('\n')] as const)
    }),
  )
  return findPages(text, { ...texts, sentences: Object.fromEntries(lists.flat()) }).map((page) => ({
    page,
    title: texts.pages[page],
    lead: texts.leads[page],
  }))
}
