import type { HelpBody } from './body.ts'
import type { Chapter, HelpPage } from './chapters.ts'
import { bodies } from './texts/bodies.ts'

/** Suspends until the chapter is loaded. */
export const useBody = (chapter: Chapter, page: HelpPage): HelpBody =>
  (bodies[chapter].use() as Readonly<Record<HelpPage, HelpBody>>)[page]
