import { creditRejections } from '@fairlot/contract/credit'
import { formatPrice } from '@fairlot/money'
import { costOf, creditRatio, pledgeValue, supportedBy } from '@fairlot/rules/credit'
import { amountText } from '#features/fund-requests'
import type { Rejection, Review, ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { endIncrease, passCredit, rejectCredit } from './decide.ts'
import type { DecidingDeps } from './deps.ts'
import { readLimits } from './read-limits.ts'
import { byStock, showScore } from './show.ts'
import { type LoanRow, readIncrease, readLoan, readPledges, readScoreInputs } from './store.ts'
import { readCreditDay } from './terms.ts'

const money = (amount: bigint): string => amountText(amount, 'TWD')
const percent = (bp: number | null): string => (bp === null ? '—' : `${formatPrice(BigInt(bp))}%`)
/** Millionths as a percentage with two decimals. */
const rate = (ppm: number): string => percent(Math.round(ppm / 100))

export const creditReviews = (deps: DecidingDeps): readonly ReviewKindHandler[] => [
  lending(deps),
  increasing(deps),
]

function reasonOf({ number }: Review, { why, reason: said }: Rejection) {
  const reason = why === 'expired' ? 'expired' : creditRejections.find((each) => each === said)
  if (reason === undefined) throw new Error(`review ${number} was rejected without a valid credit reason`)
  return reason
}

const lending = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'credit-loan',
  async describe(tx, { subject }) {
    const loan = await readLoan(tx, subject)
    return loan ? describeLoan(tx, deps, loan) : { facts: [], effects: [] }
  },
  execute: (tx, { subject, reviewId }, { now }) => passCredit(tx, deps, { subject, reviewId, now }),
  async onRejected(tx, review, rejection) {
    if (rejection.why === 'cancelled') return
    const { now, why, note } = rejection
    await rejectCredit(tx, deps, {
      subject: review.subject,
      reviewId: review.reviewId,
      reason: reasonOf(review, rejection),
      note: why === 'expired' ? '' : note,
      now,
    })
  },
})

async function describeLoan(tx: Tx, { profile }: DecidingDeps, loan: LoanRow): Promise<ReviewDescription> {
  const now = new Date()
  const { terms, trading, scoreStart } = await readCreditDay(tx, profile, now)
  const pledges = await readPledges(tx, [loan.loanId])
  const { limit } = await readLimits(tx, profile, loan.memberId, now)
  const value = pledgeValue(pledges)
  const supported = supportedBy(terms, pledges)
  const ratioBp = creditRatio(value, loan.amount)
  const { total } = costOf(loan.amount, loan.aprPpm, loan.termDays)
  const { score } = showScore(await readScoreInputs(tx, loan.memberId, now), scoreStart)
  const isPending = loan.state === 'pending'
  return {
    facts: [
      { code: 'credit.amount', value: money(loan.amount) },
      { code: 'credit.term', value: String(loan.termDays) },
      { code: 'credit.rate', value: rate(loan.aprPpm) },
      { code: 'credit.total', value: money(total) },
      {
        code: 'credit.pledge',
        value: byStock(pledges)
          .map(
            ({ nameTw, symbol, shares, price }) =>
              `${nameTw} ${symbol} ${shares} × ${formatPrice(BigInt(price))}`,
          )
          .join('、'),
      },
      { code: 'credit.value', value: money(value) },
      { code: 'credit.ratio', value: percent(ratioBp) },
      { code: 'credit.limit', value: money(limit) },
      { code: 'credit.score', value: String(score) },
    ],
    checks: [
      {
        ok: loan.aprPpm === terms.apr || !isPending,
        code: 'credit.rate-as-published',
        value: rate(terms.apr),
      },
      { ok: supported >= loan.amount || !isPending, code: 'credit.pledge-carries', value: money(supported) },
      { ok: loan.amount <= limit || !isPending, code: 'credit.in-limit', value: money(limit) },
      {
        ok: ratioBp === null || ratioBp >= trading.callRatio,
        code: 'credit.above-call',
        value: `${percent(ratioBp)} ≥ ${percent(trading.callRatio)}`,
      },
    ],
    effects: ['credit.lends', 'credit.stays-pledged', 'credit.notified'],
  }
}

const increasing = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'credit-increase',
  async describe(tx, { subject }) {
    const row = await readIncrease(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const now = new Date()
    const { day, limit, holdings } = await readLimits(tx, deps.profile, row.memberId, now)
    const { score } = showScore(await readScoreInputs(tx, row.memberId, now), day.scoreStart)
    const after = row.state === 'passed' ? limit : limit + row.amount
    return {
      facts: [
        { code: 'credit.increase', value: money(row.amount) },
        { code: `credit.purpose-${row.purpose}`, value: '' },
        { code: 'credit.supported', value: money(supportedBy(day.terms, holdings)) },
        { code: 'credit.score', value: String(score) },
      ],
      checks: [
        {
          ok: after <= BigInt(day.terms.max),
          code: 'credit.in-ceiling',
          value: money(BigInt(day.terms.max)),
        },
      ],
      lines: [{ code: 'credit.limit', before: money(after - row.amount), after: money(after) }],
      effects: ['credit.limit-rises', 'credit.notified'],
    }
  },
  async execute(tx, { subject, reviewId }, { now }) {
    const did = await endIncrease(tx, deps, { subject, reviewId, reason: null, note: '', now })
    return did ? 'passed' : 'cancelled'
  },
  async onRejected(tx, review, rejection) {
    if (rejection.why === 'cancelled') return
    const { now, why, note } = rejection
    const reason = reasonOf(review, rejection)
    const { subject, reviewId } = review
    await endIncrease(tx, deps, { subject, reviewId, reason, note: why === 'expired' ? '' : note, now })
  },
})
