// Cash dividends: one operator proposes, another approves, the rules say who gets and owes what, the postings of corporate-actions make
// the entries. New shares of a stock dividend are posted by the database itself (tests/flows/corporate-actions-shares.test.ts).

import type { Entry } from '@fairlot/ledger'
import { addDays, isSettlementDay, isTradingDay } from '@fairlot/rules/calendar'
import {
  type ActionTerms,
  dividendProblem,
  entitlementOf,
  exReference,
  isEntitled,
  noShares,
  supplementTermsOf,
} from '@fairlot/rules/corporate-actions'
import {
  type OpenReview,
  refuseVote,
  reviewTerms,
  stateAfterVote,
  type Voter,
} from '@fairlot/rules/operators'
import {
  accrueEntry,
  type DividendOf,
  payEntry,
} from '../../../apps/server/src/features/corporate-actions/postings.ts'
import { memberIds, sharePrice } from './start.ts'
import type { MoneyStep } from './steps.ts'
import { type Books, nowOf, type openTrades, todayOf } from './world-trades.ts'

interface Terms extends ActionTerms {
  readonly exOn: string
  readonly paysOn: string
}
interface Proposal {
  readonly terms: Terms
  review: OpenReview
}
interface Action extends Terms {
  readonly actionId: string
  state: 'announced' | 'ex' | 'paid'
  entitled: readonly DividendOf[]
}

const hourMs = 3_600_000
const noClosures = new Map()
const payloadHash = 'the terms'

const voterOf = (by: number): Voter => ({
  operatorId: `operator ${by}`,
  device: `device ${by}`,
  roles: [{ role: 'market', until: null }],
  related: [],
  separatedFrom: [],
})
const voteOf = ({ operatorId, device }: Voter) => ({ operatorId, device, isSigned: true })

export function openDividends(books: Books, trades: ReturnType<typeof openTrades>) {
  const { must, newId, at, fault } = books
  const proposals: Proposal[] = []
  const actions: Action[] = []

  const isRefused = (terms: Terms): boolean =>
    dividendProblem(terms, {
      today: todayOf(books),
      price: sharePrice,
      isTradingDay: (date) => isTradingDay('twse', noClosures, date),
      isSettlementDay: (date) => isSettlementDay('twse', noClosures, date),
    }) !== undefined || actions.some(({ exOn }) => exOn === terms.exOn)

  function announce(terms: Terms): string {
    if (isRefused(terms)) return 'past-opening'
    actions.push({ ...terms, actionId: newId(), state: 'announced', entitled: [] })
    return 'announced'
  }

  function propose({ by, cashMicros, exIn, paysIn }: Extract<MoneyStep, { kind: 'propose' }>): string {
    const exOn = addDays(todayOf(books), exIn)
    const terms = {
      ...supplementTermsOf(new Map()),
      ...noShares,
      cashMicros,
      exOn,
      paysOn: addDays(exOn, paysIn),
    }
    if (isRefused(terms)) return 'offer.terms'
    if (fault === 'announces-by-one') return announce(terms)
    const kind = 'corporate-actions'
    const review: OpenReview = {
      kind,
      state: 'second',
      memberId: null,
      payloadHash,
      expiresAt: new Date(nowOf(books).getTime() + reviewTerms[kind].expiresHours * hourMs),
      approvals: [voteOf(voterOf(by))],
      rejections: [],
      setBy: [],
    }
    proposals.push({ terms, review })
    return 'proposed'
  }

  function approve({ by }: Extract<MoneyStep, { kind: 'approve' }>): string {
    const proposal = proposals.at(-1)
    if (proposal === undefined) return 'request.not-found'
    const { review, terms } = proposal
    const voter = voterOf(by)
    const refusal = refuseVote(review, voter, { decision: 'approve', payloadHash, note: '' }, nowOf(books))
    if (refusal !== undefined) return refusal
    const approvals = [...review.approvals, voteOf(voter)]
    proposal.review = { ...review, approvals, state: stateAfterVote(review, 'approve') }
    return announce(terms)
  }

  /** The close before the ex-date is over: who holds the stock is entitled. */
  function passExDate(action: Action): void {
    const { actionId, paysOn, cashMicros } = action
    const reference = exReference('stock', sharePrice, cashMicros)
    action.state = 'ex'
    action.entitled = memberIds
      .map((memberId) => ({
        actionId,
        memberId,
        paysOn,
        ...entitlementOf(action, reference, trades.positionsOf(memberId)),
      }))
      .filter(isEntitled)
      .map((dividend) => ({
        ...dividend,
        withheld: fault === 'withholds-no-supplement' ? 0n : dividend.withheld,
        owed: fault === 'spares-short-sellers' ? 0n : dividend.owed,
      }))
    for (const dividend of action.entitled) accrue(dividend)
  }

  function accrue(dividend: DividendOf): void {
    const { memberId, paysOn: due, gross, owed } = dividend
    if (gross + owed > 0n) must(accrueEntry(dividend, at()))
    if (owed > 0n) trades.owes({ memberId, asset: 'TWD', due })
  }

  const again = (posting: Entry): Entry => ({ ...posting, key: `${posting.key} again` })
  function pay(dividend: DividendOf): void {
    if (dividend.gross === dividend.withheld) return
    must(payEntry(dividend, at()))
    if (fault !== 'pays-a-dividend-twice') return
    must(
      again(
        accrueEntry({ ...dividend, withheld: 0n, gross: dividend.gross - dividend.withheld, owed: 0n }, at()),
      ),
    )
    must(again(payEntry(dividend, at())))
  }

  /** The opening of the day, then the worker: a payment may be due on the same day as another's ex-date. */
  function night(): void {
    const today = todayOf(books)
    for (const action of actions) {
      if (action.state === 'announced' && action.exOn <= today) passExDate(action)
      const isDue = action.paysOn <= today || fault === 'pays-a-dividend-early'
      if (action.state !== 'ex' || !isDue) continue
      for (const dividend of action.entitled) pay(dividend)
      action.state = 'paid'
    }
  }

  return { propose, approve, night }
}
