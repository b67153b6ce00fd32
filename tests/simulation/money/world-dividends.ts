// Dividends: one operator proposes, another approves, the rules say who gets and owes what, the postings of corporate-actions make the
// entries. Those of new shares are the database's own and stand here as it writes them (tests/flows/corporate-actions-shares.test.ts runs
// it); what it pledges of them for a loan stays free here.

import { type Entry, entry, houseAccounts, lending, member, stock } from '@fairlot/ledger'
import { addDays, isSettlementDay, isTradingDay } from '@fairlot/rules/calendar'
import {
  type ActionTerms,
  changesShares,
  dividendProblem,
  type Entitlement,
  entitlementOf,
  exReference,
  isEntitled,
  noShares,
  ratioOf,
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
import { memberIds, sharePrice, symbol } from './start.ts'
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
  entitled: readonly (DividendOf & Entitlement)[]
}

const asset = stock(symbol)
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
  const { ledger, must, newId, at, fault } = books
  const proposals: Proposal[] = []
  const actions: Action[] = []

  /** The new shares of one stock dividend arrive before the ex-date of the next. */
  const isChanging = (one: Action, { exOn, paysOn }: Terms): boolean =>
    changesShares(one) && one.state !== 'paid' && one.exOn <= paysOn && one.paysOn >= exOn

  const isRefused = (terms: Terms): boolean =>
    dividendProblem(terms, {
      today: todayOf(books),
      price: sharePrice,
      isTradingDay: (date) => isTradingDay('twse', noClosures, date),
      isSettlementDay: (date) => isSettlementDay('twse', noClosures, date),
    }) !== undefined ||
    actions.some(({ exOn }) => exOn === terms.exOn) ||
    (changesShares(terms) && actions.some((one) => isChanging(one, terms)))

  function announce(terms: Terms): string {
    if (isRefused(terms)) return 'past-opening'
    actions.push({ ...terms, actionId: newId(), state: 'announced', entitled: [] })
    return 'announced'
  }

  function propose(step: Extract<MoneyStep, { kind: 'propose' }>): string {
    const { by, cashMicros, stockMicros, exIn, paysIn } = step
    const exOn = addDays(todayOf(books), exIn)
    const terms = {
      ...supplementTermsOf(new Map()),
      ...noShares,
      cashMicros,
      stockMicros,
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

  const arrivingOf = (memberId: string): bigint =>
    [...new Set(actions.map(({ paysOn }) => paysOn))].reduce(
      (sum, paysOn) => sum + ledger.balance(member(memberId).dividend(asset, paysOn)),
      0n,
    )

  function entitle(action: Action, memberId: string): DividendOf & Entitlement {
    const terms = fault === 'counts-new-shares-as-no-income' ? { ...action, parValue: 0 } : action
    const reference = exReference('stock', sharePrice, action.cashMicros, ratioOf(action))
    const right = entitlementOf(terms, reference, trades.positionsOf(memberId, arrivingOf(memberId)))
    const { gross, fraction, withheld, owed, owedShares } = right
    return {
      ...right,
      actionId: action.actionId,
      memberId,
      paysOn: action.paysOn,
      gross: fault === 'drops-fractions' && gross - fraction > withheld ? gross - fraction : gross,
      withheld: fault === 'withholds-no-supplement' ? 0n : withheld,
      owed: fault === 'spares-short-sellers' ? 0n : owed,
      owedShares: fault === 'spares-short-sellers-new-shares' ? 0 : owedShares,
    }
  }

  /** The close before the ex-date is over: who holds the stock is entitled. */
  function passExDate(action: Action): void {
    action.state = 'ex'
    action.entitled = memberIds.map((memberId) => entitle(action, memberId)).filter(isEntitled)
    if (fault !== 'spares-short-sellers-new-shares') trades.adjustShorts(ratioOf(action))
    for (const dividend of action.entitled) {
      adjust(dividend)
      accrue(dividend)
    }
  }

  const moveShares = (event: string, { actionId, memberId }: DividendOf) =>
    entry({ event, reference: actionId, key: `${event} ${actionId} ${memberId}`, postedAt: at() })

  function adjust(dividend: DividendOf & Entitlement): void {
    const { memberId, paysOn, newShares, owedShares } = dividend
    if (newShares + owedShares === 0) return
    must(
      moveShares('shares.adjusted', dividend)
        .move(BigInt(newShares), houseAccounts.issue(asset), member(memberId).dividend(asset, paysOn))
        .move(BigInt(owedShares), member(memberId).loan(asset), lending.lent(asset))
        .done(),
    )
  }

  function deliver(dividend: DividendOf & Entitlement): void {
    const { memberId, paysOn, newShares } = dividend
    if (newShares === 0 || fault === 'delivers-no-shares') return
    const own = member(memberId)
    must(
      moveShares('shares.delivered', dividend)
        .move(BigInt(newShares), own.dividend(asset, paysOn), own.available(asset))
        .done(),
    )
  }

  function accrue(dividend: DividendOf): void {
    const { memberId, paysOn: due, gross, owed, owedSupplement } = dividend
    if (gross + owed + owedSupplement > 0n) must(accrueEntry(dividend, at()))
    if (owed + owedSupplement > 0n) trades.owes({ memberId, asset: 'TWD', due })
  }

  const again = (posting: Entry): Entry => ({ ...posting, key: `${posting.key} again` })
  function pay(dividend: DividendOf): void {
    if (dividend.gross === dividend.withheld) return
    must(payEntry(dividend, at()))
    if (fault !== 'pays-a-dividend-twice') return
    must(
      again(
        accrueEntry(
          {
            ...dividend,
            withheld: 0n,
            gross: dividend.gross - dividend.withheld,
            owed: 0n,
            owedSupplement: 0n,
          },
          at(),
        ),
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
      for (const dividend of action.entitled) {
        deliver(dividend)
        pay(dividend)
      }
      action.state = 'paid'
    }
  }

  return { propose, approve, night }
}
