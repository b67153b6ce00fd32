// Two operators decide on a notice to everyone: its text is the payload, and the approval covers exactly this text.

import type { NoticeTexts } from '@fairlot/rules/notices'
import * as z from 'zod/mini'
import type { ReviewKindHandler } from '#features/operators'
import { publishNotice } from './publish-notice.ts'

const both = (max: number) =>
  z.object({
    tw: z.string().check(z.minLength(1), z.maxLength(max)),
    en: z.string().check(z.minLength(1), z.maxLength(max)),
  })

const payloadOf = z.object({
  title: both(120),
  summary: both(300),
  body: both(8_000),
  path: z.nullable(z.string().check(z.maxLength(200), z.regex(/^\//))),
})

/** The subject of the review is the id of the future notice. */
export const noticeReviews: ReviewKindHandler = {
  kind: 'notice',
  async describe(_tx, { payload }) {
    const { title, summary, body, path } = payloadOf.parse(payload)
    return {
      facts: [
        { code: 'notice.title-tw', value: title.tw },
        { code: 'notice.title-en', value: title.en },
        { code: 'notice.summary-tw', value: summary.tw },
        { code: 'notice.summary-en', value: summary.en },
        { code: 'notice.body-tw', value: body.tw },
        { code: 'notice.body-en', value: body.en },
        { code: 'notice.path', value: path ?? '' },
      ],
      effects: ['notice.published'],
    }
  },
  async execute(tx, { subject, payload }, { now }) {
    const { path, ...texts } = payloadOf.parse(payload)
    await publishNotice(tx, { noticeId: subject, texts: texts satisfies NoticeTexts, path, at: now })
  },
  async onRejected() {},
}
