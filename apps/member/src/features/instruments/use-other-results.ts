// What a search finds beside instruments: rules, pages of the help and articles.

import { useFoundPages } from '#features/help'
import { useFoundNews } from '#features/news'
import { useFoundRules } from '#features/site'

export const otherKinds = ['rules', 'help', 'news'] as const
export type OtherKind = (typeof otherKinds)[number]

export const useOtherResults = (text: string) => {
  const rules = useFoundRules(text)
  const help = useFoundPages(text) ?? []
  const news = useFoundNews(text)
  return { rules, help, news, count: rules.length + help.length + news.length }
}

export type OtherResults = ReturnType<typeof useOtherResults>
