// Two operators decide on an article: its text and the hash of its picture are the payload, and the approval covers exactly
// these. The database publishes from the review, so the worker cannot change a word.

import { taipeiIso } from '@fairlot/rules/calendar'
import { differingFigures } from '@fairlot/rules/news'
import type { ReviewKindHandler } from '#features/operators'
import { isWithdrawal, newsPayload, withdrawalPayload } from './payload.ts'
import { publishNews, withdrawNews } from './store.ts'

const noteFacts = (note: { readonly tw: string; readonly en: string }) => [
  { code: 'news.note-tw', value: note.tw },
  { code: 'news.note-en', value: note.en },
]

function describeWithdrawal(payload: unknown) {
  const { note, isScheduled } = withdrawalPayload.parse(payload)
  return {
    facts: noteFacts(note),
    checks: [],
    effects: [isScheduled ? 'news.cancelled' : 'news.withdrawn'],
  }
}

export const newsReviews: ReviewKindHandler = {
  kind: 'news',
  async describe(_tx, { payload }) {
    if (isWithdrawal(payload)) return describeWithdrawal(payload)
    const { topic, title, body, rule, symbols, publishAt, corrects, note } = newsPayload.parse(payload)
    const differing = [...differingFigures(title.tw, title.en), ...differingFigures(body.tw, body.en)]
    return {
      // The console shows texts and picture as a member will see them.
      facts: [
        { code: 'news.topic', value: `news.${topic}` },
        {
          code: 'news.publish-at',
          value:
            publishAt === null
              ? ''
              : `${taipeiIso(Date.parse(publishAt)).slice(0, 16).replace('T', ' ')} UTC+8`,
        },
        { code: 'news.rule', value: rule ?? '' },
        { code: 'news.symbols', value: symbols.join(' ') },
        ...(note === null ? [] : noteFacts(note)),
      ],
      checks: [
        { ok: differing.length === 0, code: 'news.same-figures', value: differing.slice(0, 5).join(' ') },
      ],
      effects: [
        corrects !== null ? 'news.corrected' : publishAt === null ? 'news.published' : 'news.scheduled',
      ],
    }
  },
  execute: (tx, { reviewId, payload }, { now }) =>
    isWithdrawal(payload) ? withdrawNews(tx, reviewId, now) : publishNews(tx, reviewId, now),
  async onRejected() {},
}
