import * as z from 'zod/mini'
import { id, instant, none, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { bilingual, picture } from './fields.ts'
import { newsSources, newsTopics } from './states.ts'

const article = z.object({
  articleId: id,
  topic: z.enum(newsTopics),
  title: bilingual(120),
  at: instant,
  /** Distinct signed-in members who had it open for the seconds of `readSeconds`. */
  readers: z.int(),
  /** How long reading takes, in minutes, by language. */
  minutes: z.object({ tw: z.int(), en: z.int() }),
  /** Its file is /api/news/picture/<name>.webp. */
  picture: z.nullable(picture),
  /** Who published it first; null for our own. */
  source: z.nullable(z.enum(newsSources)),
  isCorrected: z.boolean(),
  isWithdrawn: z.boolean(),
})

const list = z.object({
  articles: z.array(article),
  next: z.nullable(text(64)),
  /** What counts as read. */
  readSeconds: z.int(),
})

export const newsRoutes = {
  list: defineRoute({
    path: '/news/list',
    feature: 'news',
    summary: 'Published articles, newest first, of a topic or about a stock',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      topic: z.optional(z.enum(newsTopics)),
      symbol: z.optional(text(10)),
      count: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
      before: z.optional(text(64)),
    }),
    data: list,
    refusals: [],
  }),
  search: defineRoute({
    path: '/news/search',
    feature: 'news',
    summary: 'Published articles with a text in their title, newest first',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ text: text(40) }),
    data: z.object({ articles: z.array(article), readSeconds: z.int() }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/news/read',
    feature: 'news',
    summary: 'One article in full, in its newest version or an earlier one',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      articleId: id,
      version: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    }),
    data: z.object({
      article,
      body: bilingual(6_000),
      /** The rule of the rule book that it explains. */
      rule: z.nullable(text(100)),
      symbols: z.array(z.object({ symbol: text(10), nameTw: text(200), nameEn: text(200) })),
      sourceUrl: z.nullable(text(200)),
      /** The version shown, and every version, newest first. The first has no note. */
      version: z.int(),
      versions: z.array(z.object({ version: z.int(), at: instant, note: z.nullable(bilingual(300)) })),
      /** Two operators took it back: when, and why. Its versions stay readable. */
      withdrawn: z.nullable(z.object({ at: instant, note: bilingual(300) })),
      readSeconds: z.int(),
    }),
    refusals: ['request.not-found'],
    objectIds: ['articleId'],
  }),
  markRead: defineRoute({
    path: '/news/markRead',
    feature: 'news',
    summary: 'Count me as a reader of an article, once',
    capability: 'read-own',
    rateLimit: 'write',
    body: z.strictObject({ articleId: id }),
    data: none,
    refusals: ['request.not-found'],
    objectIds: ['articleId'],
  }),
}
