// Two operators decide on a notice to everyone: its text is the payload, and the approval covers exactly this text.
// Two also cancel one that is scheduled.

import { taipeiIso } from '@fairlot/rules/calendar'
import type { NoticeTexts } from '@fairlot/rules/notices'
import * as z from 'zod/mini'
import type { ReviewKindHandler } from '#features/operators'
import { refuse } from '#platform/outcome'
import { publishNotice } from './publish-notice.ts'
import { deleteScheduled, readScheduled } from './store.ts'

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
  /** The scheduled notice that is cancelled. */
  cancels: z.optional(z.uuid()),
})

/** The subject of the review is the id of the future notice. */
export const noticeReviews: ReviewKindHandler = {
  kind: 'notice',
  async describe(_tx, { payload }) {
    const { path, sendAt, cancels } = payloadOf.parse(payload)
    return {
      // The console shows the texts as a member will see them.
      facts: [
        { code: 'notice.path', value: path ?? '' },
        {
          code: 'notice.send-at',
          value:
            sendAt == null ? '' : `${taipeiIso(Date.parse(sendAt)).slice(0, 16).replace('T', ' ')} UTC+8`,
        },
      ],
      effects: [
        cancels !== undefined ? 'notice.cancelled' : sendAt == null ? 'notice.published' : 'notice.scheduled',
      ],
    }
  },
  async refuseApproval(tx, { payload }, { now }) {
    const { cancels } = payloadOf.parse(payload)
    if (cancels === undefined || (await readScheduled(tx, cancels, now)) !== undefined) return undefined
    return refuse('notice.sent')
  },
  async execute(tx, { subject, payload }, { now }) {
    const { path, sendAt, cancels, ...texts } = payloadOf.parse(payload)
    if (cancels !== undefined) return (await deleteScheduled(tx, cancels, now)) ? 'passed' : 'sent-before'
    const asked = sendAt == null ? now : new Date(sendAt)
    // Approved after its time, it is sent now.
    const at = asked > now ? asked : now
    await publishNotice(tx, { noticeId: subject, texts: texts satisfies NoticeTexts, path, at })
  },
  async onRejected() {},
}
