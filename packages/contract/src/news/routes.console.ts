import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, openProposal, proposed, text } from '../fields.ts'
import { bilingual, picture } from './fields.ts'
import { newsFeeds, newsSources, newsTopics, writtenTopics } from './states.ts'

const draft = {
  topic: z.enum(writtenTopics),
  title: bilingual(120),
  body: bilingual(6_000),
  rule: z.nullable(text(100)),
  symbols: z.array(text(10)).check(z.maxLength(5)),
  picture: z.nullable(picture),
}

export const newsConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/news/published',
    feature: 'news',
    summary: 'Articles, newest first, with readers and versions; proposals; the state of the importer',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ topic: z.optional(z.enum(newsTopics)) }),
    data: z.object({
      articles: z.array(
        z.object({
          ...draft,
          articleId: id,
          topic: z.enum(newsTopics),
          at: instant,
          /** Approved, and published at its time. */
          isScheduled: z.boolean(),
          source: z.nullable(z.enum(newsSources)),
          version: z.int(),
          /** By two operators; of a scheduled one, before its time. */
          withdrawn: z.nullable(z.object({ at: instant, note: bilingual(300) })),
          /** Distinct signed-in members who read it. */
          readers: z.int(),
        }),
      ),
      waiting: z.array(
        z.object({
          ...openProposal.shape,
          articleId: id,
          title: bilingual(120),
          /** The version that it corrects; null for a new article. */
          corrects: z.nullable(z.int()),
          isWithdrawal: z.boolean(),
        }),
      ),
      imports: z.array(
        z.object({
          feed: z.enum(newsFeeds),
          checkedAt: instant,
          goodAt: z.nullable(instant),
          problem: z.nullable(text(300)),
          added: z.int(),
        }),
      ),
    }),
    refusals: [],
  }),
  addPicture: defineConsoleRoute({
    path: '/news/addPicture',
    feature: 'news',
    summary: 'Prepare a picture for an article: decode, resize, encode again, store under its hash',
    right: 'write-notices',
    rateLimit: 'write',
    takes: 'image',
    body: z.unknown(),
    data: z.object({ picture, width: z.int(), height: z.int() }),
    refusals: ['news.picture'],
  }),
  readPicture: defineConsoleRoute({
    path: '/news/readPicture',
    feature: 'news',
    summary: 'A picture of an article or a draft: WebP in base64',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ picture }),
    data: z.object({ image: z.nullable(text(280_000)) }),
    refusals: [],
  }),
  propose: defineConsoleRoute({
    path: '/news/proposeArticle',
    feature: 'news',
    summary:
      'Propose an article in both languages; it is published on the second approval, or at its time if that is later',
    right: 'write-notices',
    rateLimit: 'write',
    body: z.strictObject({ ...draft, publishAt: z.nullable(instant), why: text(1_000) }),
    data: proposed,
    refusals: [
      'news.texts',
      'news.time',
      'news.rule',
      'news.symbols',
      'news.picture',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
  }),
  proposeCorrection: defineConsoleRoute({
    path: '/news/proposeCorrection',
    feature: 'news',
    summary:
      'Propose a corrected version of an article, with a note for members; earlier versions stay readable',
    right: 'write-notices',
    rateLimit: 'write',
    body: z.strictObject({
      articleId: id,
      /** The version that the writer has seen. */
      corrects: z.int().check(z.minimum(1), z.maximum(99)),
      ...draft,
      note: bilingual(300),
      why: text(1_000),
    }),
    data: proposed,
    refusals: [
      'news.texts',
      'news.note',
      'news.rule',
      'news.symbols',
      'news.picture',
      'news.changed',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
    objectIds: ['articleId'],
  }),
  proposeWithdrawal: defineConsoleRoute({
    path: '/news/proposeWithdrawal',
    feature: 'news',
    summary: 'Propose to withdraw an article, or to cancel it before its time, with a reason for members',
    right: 'write-notices',
    rateLimit: 'write',
    body: z.strictObject({
      articleId: id,
      /** The version that the writer has seen. */
      withdraws: z.int().check(z.minimum(1), z.maximum(100)),
      note: bilingual(300),
      why: text(1_000),
    }),
    data: proposed,
    refusals: ['news.note', 'news.changed', 'proposal.open', 'proposal.why', 'review.not-allowed'],
    objectIds: ['articleId'],
  }),
}
