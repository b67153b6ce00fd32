import { writtenTopics } from '@fairlot/contract/news/states'
import type { Draft } from '@fairlot/rules/news'
import * as z from 'zod/mini'

const both = (max: number) =>
  z.object({
    tw: z.string().check(z.minLength(1), z.maxLength(max)),
    en: z.string().check(z.minLength(1), z.maxLength(max)),
  })

/** What two operators approve. The subject of the review is the id of the article. */
export const newsPayload = z.strictObject({
  topic: z.enum(writtenTopics),
  title: both(120),
  body: both(6_000),
  rule: z.nullable(z.string()),
  symbols: z.array(z.string()),
  picture: z.nullable(z.string()),
  /** Null: on approval. */
  publishAt: z.nullable(z.iso.datetime()),
  /** The version that this one follows; null for a new article. */
  corrects: z.nullable(z.int()),
  note: z.nullable(both(300)),
})

/** What two operators approve when an article is withdrawn. They see its texts; the database reads version and note. */
export const withdrawalPayload = z.strictObject({
  withdraws: z.int(),
  title: both(120),
  body: both(6_000),
  picture: z.nullable(z.string()),
  isScheduled: z.boolean(),
  note: both(300),
})

export const isWithdrawal = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'withdraws' in payload

export const payloadOf = (
  draft: Draft,
  more: Pick<z.infer<typeof newsPayload>, 'publishAt' | 'corrects' | 'note'>,
): z.infer<typeof newsPayload> => ({ ...draft, symbols: [...draft.symbols], ...more })
