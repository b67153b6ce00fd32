import type { WrittenTopic } from '@fairlot/contract/news/states'

interface Texts {
  readonly tw: string
  readonly en: string
}

export interface Draft {
  readonly topic: WrittenTopic
  readonly title: Texts
  readonly body: Texts
  readonly rule: string | null
  readonly symbols: readonly string[]
  readonly picture: string | null
}

type DraftProblem = 'texts' | 'rule' | 'symbols'

const trimmed = ({ tw, en }: Texts): Texts => ({ tw: tidy(tw), en: tidy(en) })

/** Line ends of one kind, and no space around the text. */
const tidy = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

export const trimmedDraft = (draft: Draft): Draft => ({
  topic: draft.topic,
  title: trimmed(draft.title),
  body: trimmed(draft.body),
  rule: draft.rule === null || draft.rule.trim() === '' ? null : draft.rule.trim(),
  symbols: [...new Set(draft.symbols.map((symbol) => symbol.trim().toUpperCase()).filter(Boolean))],
  picture: draft.picture,
})

/** Characters that hide or turn text: controls other than a line end, and marks of direction. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Of a trimmed draft. `rules` are the ids of the rule book. */
export function draftProblem(draft: Draft, rules: ReadonlySet<string>): DraftProblem | undefined {
  const texts = [draft.title.tw, draft.title.en, draft.body.tw, draft.body.en]
  if (texts.some((text) => text === '' || hidden.test(text))) return 'texts'
  if (draft.title.tw.includes('\n') || draft.title.en.includes('\n')) return 'texts'
  if (draft.rule !== null && !rules.has(draft.rule)) return 'rule'
  if (draft.symbols.some((symbol) => !/^[0-9A-Z]{4,8}$/.test(symbol))) return 'symbols'
  return undefined
}
