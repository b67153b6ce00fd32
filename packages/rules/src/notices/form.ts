// The shape of a notice's texts. {name} stands for a value. {name:money}, {name:gain}, {name:price}, {name:shares},
// {name:moment}, {name:day} and {name:percent} give its format; any other name after the colon is a list of texts in
// value-texts.ts.

import type { NoticeKind, NoticeTopic } from '@fairlot/contract/notices'

interface Wording {
  readonly title: string
  readonly summary: string
  /** Paragraphs under the summary, if there is more to say. */
  readonly more?: readonly string[]
}

export interface NoticeForm {
  readonly kind: Exclude<NoticeKind, 'site'>
  readonly topic: Exclude<NoticeTopic, 'site'>
  /** The default link when the sender gives none; null without a link. */
  readonly path: string | null
  readonly tw: Wording
  readonly en: Wording
}

type Texts = readonly [title: string, summary: string, ...more: string[]]

const wordingOf = ([title, summary, ...more]: Texts): Wording => ({
  title,
  summary,
  ...(more.length === 0 ? {} : { more }),
})

const kindOf = (topic: NoticeForm['topic']): NoticeForm['kind'] => {
  switch (topic) {
    case 'fills':
    case 'orders':
    case 'alerts':
    case 'margin':
    case 'day-trading':
      return 'trading'
    default:
      return topic
  }
}

export const form = (topic: NoticeForm['topic'], path: string | null, tw: Texts, en: Texts): NoticeForm => ({
  kind: kindOf(topic),
  topic,
  path,
  tw: wordingOf(tw),
  en: wordingOf(en),
})
