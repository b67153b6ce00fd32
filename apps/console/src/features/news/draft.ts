import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { writtenTopics, type WrittenTopic } from '@fairlot/contract/news/states'

export type Article = ConsoleDataOf<'/news/published'>['articles'][number]

export const emptyDraft = {
  topic: 'platform',
  titleTw: '',
  titleEn: '',
  bodyTw: '',
  bodyEn: '',
  rule: '',
  symbols: '',
  picture: '',
  publishAt: '',
  noteTw: '',
  noteEn: '',
  why: '',
}
export type DraftValues = typeof emptyDraft
export type DraftName = keyof DraftValues

/** A correction begins with what is published. */
export const draftOf = (article: Article | undefined): DraftValues =>
  article === undefined
    ? emptyDraft
    : {
        ...emptyDraft,
        topic: article.topic,
        titleTw: article.title.tw,
        titleEn: article.title.en,
        bodyTw: article.body.tw,
        bodyEn: article.body.en,
        rule: article.rule ?? '',
        symbols: article.symbols.join(' '),
        picture: article.picture ?? '',
      }

const isWritten = (topic: string): topic is WrittenTopic => writtenTopics.some((each) => each === topic)

/** The part that a new article and a correction have in common. */
export const contentOf = (values: DraftValues) => ({
  topic: isWritten(values.topic) ? values.topic : ('platform' as const),
  title: { tw: values.titleTw, en: values.titleEn },
  body: { tw: values.bodyTw, en: values.bodyEn },
  rule: values.rule.trim() === '' ? null : values.rule.trim(),
  symbols: values.symbols.split(/[\s,、]+/).filter((symbol) => symbol !== ''),
  picture: values.picture === '' ? null : values.picture,
})
