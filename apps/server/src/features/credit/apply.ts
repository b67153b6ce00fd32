import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { borrowableOf, creditRules, isCreditTerm } from '@fairlot/rules/credit'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { CreditDeps } from './deps.ts'
import { pledgeEntry } from './postings.ts'
import { type CreditLimits, readLimits } from './read-limits.ts'
import { showLoan } from './show.ts'
import { type FreeHolding, insertLoan, lockCredit, pledge, readLent, readLoan, readPledges } from './store.ts'

export interface Asking {
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}

type Body = BodyOf<'/credit/apply'>
type Applied = Outcome<DataOf<'/credit/apply'>>

/**
 * Holds the shares and asks two operators. Refuses in this order: identity, the form, the channel, another loan, the amount's
 * minimum and step, the pledge, the limit, the quota.
 */
export async function applyForLoan(tx: Tx, deps: CreditDeps, body: Body, asking: Asking): Promise<Applied> {
  const { memberId, now } = asking
  const profile = ruleProfileOf(deps.money)
  const unknown = await refuseUnknown(tx, profile, memberId, 'trade')
  if (unknown) return unknown
  if (body.amount === '') return refuse('input.required', { field: 'amount' })
  if (!isCreditTerm(body.termDays)) return refuse('input.invalid', { field: 'termDays' })
  await lockCredit(tx, memberId)
  // Sent again under another key after a lost connection: the first answer, without a second effect.
  const before = await readLoan(tx, body.loanId)
  const limits = await readLimits(tx, profile, memberId, now)
  if (before) {
    return before.memberId === memberId && before.amount === BigInt(body.amount)
      ? done(
          { loan: showLoan(before, await readPledges(tx, [before.loanId]), undefined, limits.day) },
          'done.credit',
        )
      : refuse('input.invalid', { field: 'loanId' })
  }
  const amount = BigInt(body.amount)
  const { terms } = limits.day
  if (body.aprPpm !== terms.apr) return refuse('input.invalid', { field: 'aprPpm' })
  if (terms.isOpen === 0) return refuse('credit.channel-closed', { rule: creditRules.isOpen.id })
  if (limits.loan) return refuse('credit.repay-first', { params: { number: limits.loan.number } })
  if (amount < BigInt(terms.min) || amount % BigInt(terms.step) !== 0n) {
    const params = { min: String(terms.min), step: String(terms.step) }
    return refuse('credit.amount', { field: 'amount', params, rule: creditRules.min.id })
  }
  const chosen = limits.holdings.filter(({ symbol }) => body.symbols.includes(symbol))
  const isWhole = body.symbols.every((symbol) => chosen.some((one) => one.symbol === symbol))
  if (chosen.length === 0 || !isWhole) return refuse('credit.pledge', { field: 'symbols' })
  const borrowable = borrowableOf(terms, limits.limit, chosen)
  if (amount > borrowable) return refuse('credit.limit-insufficient', { field: 'amount' })
  if ((await readLent(tx)) + amount > BigInt(terms.quota))
    return refuse('credit.quota-full', { rule: creditRules.quota.id })
  return pledgeAndAsk(tx, deps, { body, amount, chosen, limits, asking })
}

interface Wanted {
  readonly body: Body
  readonly amount: bigint
  readonly chosen: readonly FreeHolding[]
  readonly limits: CreditLimits
  readonly asking: Asking
}

async function pledgeAndAsk(
  tx: Tx,
  deps: CreditDeps,
  { body: { loanId, termDays, aprPpm }, amount, chosen, limits, asking }: Wanted,
): Promise<Applied> {
  const { memberId, now, requestId } = asking
  const opened = await openReview(tx, {
    kind: 'credit-loan',
    memberId,
    subject: loanId,
    amount,
    currency: 'TWD',
    payload: {
      loanId,
      amount: amount.toString(),
      termDays,
      aprPpm,
      pledges: chosen.map(({ symbol, shares, price }) => ({ symbol, shares, price })),
    },
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  const { number, promisedAt } = opened
  await insertLoan(tx, { loanId, number, memberId, amount, termDays, aprPpm, sentAt: now, promisedAt })
  for (const { positionId, symbol, shares } of chosen) {
    const holdId = newId(now.getTime())
    const posted = await post(tx, pledgeEntry({ loanId, memberId }, { holdId, symbol, shares }, now))
    // Shares that have not arrived yet. A refusal rolls everything back.
    if (!posted.ok) return refuse('credit.pledge', { field: 'symbols' })
    await pledge(tx, { loanId, holdId, positionId, shares, entryId: posted.entryId, at: now })
  }
  await recordOutcome(tx, deps, {
    memberId,
    action: 'credit.asked',
    actor: `member:${memberId}`,
    subject: `credit-loan:${loanId}`,
    now: { state: 'pending' },
    details: {
      amount: amount.toString(),
      termDays,
      aprPpm,
      pledges: chosen.map(({ symbol, shares }) => `${symbol} ${shares}`),
    },
    event: { kind: 'credit.changed', id: loanId },
    notice: null,
    requestId,
    at: now,
  })
  const loan = (await readLoan(tx, loanId))!
  return done({ loan: showLoan(loan, await readPledges(tx, [loanId]), undefined, limits.day) }, 'done.credit')
}
