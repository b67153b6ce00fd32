// Two operators decide on a notice to everyone: its text is the payload, and the approval covers exactly this text.

import { taipeiIso } from '@fairlot/rules/calendar'
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
  /** Null, or missing in an older proposal: on approval. */
  sendAt: z.optional(z.nullable(z.iso.datetime())),
})

/** The subject of the review is the id of the future notice. */
export const noticeReviews: ReviewKindHandler = {
  kind: 'notice',
  async describe(_tx, { payload }) {
    const { title, summary, body, path, sendAt } = payloadOf.parse(payload)
    return {
      facts: [
        { code: 'notice.title-tw', value: title.tw },
        { code: 'notice.title-en', value: title.en },
        { code: 'notice.summary-tw', value: summary.tw },
        { code: 'notice.summary-en', value: summary.en },
        { code: 'notice.body-tw', value: body.tw },
        { code: 'notice.body-en', value: body.en },
        { code: 'notice.path', value: path ?? '' },
        {
          code: 'notice.send-at',
          value:
            sendAt == null ? '' : `${taipeiIso(Date.parse(sendAt)).slice(0, 16).replace('T', ' ')} UTC+8`,
        },
      ],
      effects: [sendAt == null ? 'notice.published' : 'notice.scheduled'],
    }
  },
  async execute(tx, { subject, payload }, { now }) {
    const { path, sendAt, ...texts } = payloadOf.parse(payload)
    const asked = sendAt == null ? now : new Date(sendAt)
    // Approved after its time, it is sent now.
    const at = asked > now ? asked : now
    await publishNotice(tx, { noticeId: subject, texts: texts satisfies NoticeTexts, path, at })
  },
  async onRejected() {},
}
