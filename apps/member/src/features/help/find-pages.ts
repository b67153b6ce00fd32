import { type HelpPage, pageNames } from './chapters.ts'

interface Searched {
  readonly pages: Readonly<Record<HelpPage, string>>
  readonly leads: Readonly<Record<HelpPage, string>>
  readonly sentences: Readonly<Partial<Record<HelpPage, string>>>
}

/** Pages with every typed word: first by title, then by lead, then by body. */
export const findPages = (typed: string, { pages, leads, sentences }: Searched): readonly HelpPage[] => {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => text.includes(word))
  const rankOf = (page: HelpPage): number => {
    const title = pages[page].toLowerCase()
    const withLead = `${title}\n${leads[page].toLowerCase()}`
    if (has(title)) return 0
    if (has(withLead)) return 1
    return has(`${withLead}\n${(sentences[page] ?? '').toLowerCase()}`) ? 2 : 3
  }
  return pageNames
    .map((page) => ({ page, rank: rankOf(page) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ page }) => page)
}
