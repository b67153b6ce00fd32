import { useRead } from '#shell/data.ts'
import { useLateTexts } from '#shell/late-texts.ts'
import { rulesTexts } from './texts/index.ts'

export interface FoundRule {
  readonly rule: string
  readonly title: string
  readonly reason: string
}

/** Rules with the text in their name, their reason or their id. Values and texts are requested with the first search. */
export const useFoundRules = (text: string): readonly FoundRule[] => {
  const wanted = text.toLowerCase()
  const texts = useLateTexts(rulesTexts, wanted !== '')
  const { data } = useRead('/site/rules', {}, { enabled: wanted !== '', staleTime: 60_000, quiet: true })
  if (wanted === '' || texts === undefined || data === undefined) return []
  const found = data.rules
    .map(({ rule, reason }) => ({
      rule,
      title: texts.titles[rule] ?? rule,
      reason: texts.reasonOf(rule, reason),
    }))
    .filter(({ rule, title, reason }) => `${title} ${reason} ${rule}`.toLowerCase().includes(wanted))
  const inName = ({ rule, title }: FoundRule) => `${title} ${rule}`.toLowerCase().includes(wanted)
  return found.toSorted((one, other) => Number(inName(other)) - Number(inName(one)))
}
