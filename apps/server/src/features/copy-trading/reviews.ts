import { copyRejections } from '@fairlot/contract/copy-trading'
import { formatPrice } from '@fairlot/money'
import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { thresholdOf } from '@fairlot/rules/mentors'
import { recordAudit } from '#features/audit'
import { amountText, momentText } from '#features/fund-requests'
import type { ReviewKindHandler } from '#features/operators'
import type { NotifyDeps } from './deps.ts'
import { passCopy, rejectCopy } from './end-copy.ts'
import { payloadProblem, productPayload } from './products/payload.ts'
import { publishProduct } from './products/store.ts'
import { readCopy, readFollowedMentor, sumCopies } from './store.ts'

const percentText = (bp: number): string => `${formatPrice(BigInt(bp))}%`
const money = (amount: bigint): string => amountText(amount, 'TWD')

export const copyTradingReviews = (deps: NotifyDeps): readonly ReviewKindHandler[] => [
  following(deps),
  publishing(),
]

const following = (deps: NotifyDeps): ReviewKindHandler => ({
  kind: 'copy',
  async describe(tx, { subject }) {
    const row = await readCopy(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const [mentor, sums] = await Promise.all([
      readFollowedMentor(tx, row.mentorId),
      sumCopies(tx, row.memberId),
    ])
    const max = BigInt(copyTradingRules.maxFollow.default)
    return {
      facts: [
        { code: 'copy.mentor', value: row.mentorName },
        { code: 'copy.product', value: row.productTw === null ? '—' : `${row.productTw} ${row.productEn}` },
        { code: 'copy.amount', value: money(row.amount) },
        { code: 'copy.stock-share', value: percentText(row.stockShareBp) },
        { code: 'copy.stop-loss', value: row.stopLossBp === null ? '—' : percentText(row.stopLossBp) },
        { code: 'copy.all-copies', value: money(sums.held) },
        { code: 'copy.starts', value: row.startsOn },
      ],
      checks: [
        { ok: mentor?.state === 'active' && mentor.level !== null, code: 'copy.mentor-open', value: '' },
        { ok: row.amount <= max, code: 'copy.in-maximum', value: `${money(row.amount)} ≤ ${money(max)}` },
      ],
      effects: ['copy.starts', 'copy.stays-held', 'copy.notified'],
    }
  },
  async execute(tx, { subject, reviewId }, { now }) {
    return (await passCopy(tx, deps, { copyId: subject, reviewId, now })) ? 'passed' : 'cancelled'
  },
  async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason: said }) {
    if (why === 'cancelled') return
    const reason = why === 'expired' ? 'expired' : copyRejections.find((each) => each === said)
    if (reason === undefined) throw new Error(`review ${number} was rejected without a valid copy reason`)
    await rejectCopy(tx, deps, {
      copyId: subject,
      reviewId,
      reason,
      note: why === 'expired' ? '' : note,
      now,
    })
  },
})

/** The subject is the id of the future product. */
const publishing = (): ReviewKindHandler => ({
  kind: 'copy-product',
  async describe(tx, { payload, openedAt }) {
    const asked = productPayload.parse(payload)
    const mentor = await readFollowedMentor(tx, asked.mentorId)
    const levelMin = mentor?.level ? thresholdOf(mentor.level).minFollow : 0n
    return {
      facts: [
        { code: 'copy.product', value: `${asked.name.tw} ${asked.name.en}` },
        { code: 'copy.mentor', value: mentor?.name ?? '—' },
        { code: 'copy.minimum', value: money(BigInt(asked.minFollow)) },
        { code: 'copy.total', value: money(BigInt(asked.maxTotal)) },
        { code: 'copy.term', value: String(asked.termDays) },
        { code: 'copy.deadline', value: momentText(new Date(asked.deadline)) },
      ],
      checks: [
        { ok: mentor?.state === 'active' && mentor.level !== null, code: 'copy.mentor-open', value: '' },
        {
          ok: payloadProblem(asked, levelMin, openedAt) === undefined,
          code: 'copy.terms-valid',
          value: '',
        },
      ],
      effects: ['copy.product-listed'],
    }
  },
  async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const { mentorId } = productPayload.parse(payload)
    if (!(await publishProduct(tx, { id: subject, reviewId, at: now }))) return 'past-opening'
    await recordAudit(tx, {
      action: 'copy-trading.product-published',
      actor: 'system',
      subject: `copy-product:${subject}`,
      details: { reviewId, mentorId },
      requestId,
    })
    return 'passed'
  },
  onRejected: () => Promise.resolve(),
})
