import type { HelpPage } from './chapters.ts'

/** The list, or one page. */
export const helpPath = (page?: HelpPage): string =>
  page === undefined ? '/user/aboutUs?view=help' : `/user/aboutUs?view=help&page=${page}`
