import { formatMoney } from '@fairlot/money'
import type { JournalLine } from '@fairlot/rules/funds'
import type { ReviewKindHandler } from '#features/operators'
import { type JournalDeps, type JournalPayload, journalPayload, postJournal } from './post-journal.ts'
import { readEntryHead } from './store.ts'
import { weigh } from './weigh-journal.ts'

const linesOf = ({ lines }: JournalPayload): readonly JournalLine[] =>
  lines.map(({ account, amount }) => ({ account, amount: BigInt(amount) }))

/** The subject of the review is the id of the future correction. */
export const journalReviews = (deps: JournalDeps): ReviewKindHandler => ({
  kind: 'journal',
  async describe(tx, { payload }) {
    const journal = journalPayload.parse(payload)
    const { currency, memberId, why, texts, original } = journal
    const lines = linesOf(journal)
    const [{ effects, checks }, head] = await Promise.all([
      weigh(tx, { currency, memberId, lines, why }),
      original === null ? undefined : readEntryHead(tx, original),
    ])
    return {
      facts: [
        { code: 'journal.why', value: why },
        { code: 'journal.text-tw', value: texts.tw },
        { code: 'journal.text-en', value: texts.en },
        ...(original === null
          ? []
          : [
              { code: 'journal.original', value: original },
              {
                code: 'journal.original-event',
                value: head ? `${head.event} ${head.postedAt.toISOString()}` : '—',
              },
            ]),
        ...lines.map(({ account, amount }) => ({
          code: `journal.line-${account}`,
          value: `${formatMoney(amount, { plus: true })} ${currency}`,
        })),
      ],
      checks,
      lines: effects.map(({ account, before, after }) => ({
        code: `journal.account-${account}`,
        before: formatMoney(before),
        after: formatMoney(after),
      })),
      effects: ['journal.posts', 'journal.reconciles', ...(memberId === null ? [] : ['journal.notified'])],
    }
  },
  execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const journal = journalPayload.parse(payload)
    return postJournal(tx, deps, {
      ...journal,
      lines: linesOf(journal),
      journalId: subject,
      reviewId,
      now,
      requestId,
    })
  },
  onRejected: () => Promise.resolve(),
})
