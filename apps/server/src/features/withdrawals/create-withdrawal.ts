import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { balancesOf, post } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { borrowedPart } from '@fairlot/rules/credit'
import { fundHours } from '@fairlot/rules/fund-requests'
import { clockText } from '@fairlot/rules/site'
import { coolDownEndsAt, withdrawableOf, withdrawalsRules } from '@fairlot/rules/withdrawals'
import { refuseUnlessFundPassword, refuseUnlessSigned, withdrawalCoolDownOf } from '#features/auth'
import { type BankAccountRow, readBankAccount } from '#features/bank-accounts'
import { readClosures } from '#features/calendar'
import { scoreShortfall } from '#features/credit'
import { lockFundRequests, refuseWhilePending } from '#features/fund-requests'
import { identityOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { callAsks } from '#features/positions'
import { ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { WithdrawalsDeps } from './deps.ts'
import { requestEntry } from './postings.ts'
import { showWithdrawal } from './show-withdrawal.ts'
import { insertWithdrawal, readWithdrawal, sumWithdrawals } from './store.ts'
import { withdrawalTerms, type WithdrawalTerms } from './terms.ts'

export interface Creating {
  readonly caller: Caller
  readonly body: BodyOf<'/withdrawals/create'>
  readonly now: Date
  readonly bankNow: Date
  readonly requestId: string
  readonly outside: Outside
}

type Created = Outcome<DataOf<'/withdrawals/create'>>

/**
 * Holds the amount and opens a review by two operators. Refuses in this order: identity, bank account, hours, bounds,
 * cool-down after a change, signature, fund password; then under the member's lock a pending request, the day's count
 * and limit, the balance.
 */
export async function createWithdrawal(tx: Tx, deps: WithdrawalsDeps, asked: Creating): Promise<Created> {
  const { caller, body, now } = asked
  const { memberId, account } = caller
  const [identity, card, terms, closures, coolDown] = await Promise.all([
    identityOf(tx, deps.secrets, memberId),
    readBankAccount(tx, memberId, body.bankAccountId),
    withdrawalTerms(tx, now),
    readClosures(tx),
    withdrawalCoolDownOf(tx, memberId),
  ])
  const unverified = refuseUnverified(identity.state)
  if (unverified) return unverified
  if (!card) return refuse('card.not-found', { field: 'bankAccountId' })
  const notReady = refuseUnlessReady(card, now)
  if (notReady) return notReady
  const hours = fundHours(closures, terms, asked.bankNow)
  if (!hours.isOpen) {
    return refuse('time.outside-withdrawal', {
      params: {
        at: hours.opensAt!.toISOString(),
        open: clockText(terms.opens),
        close: clockText(terms.closes),
      },
      rule: withdrawalsRules.opens.id,
    })
  }
  const amount = BigInt(body.amount)
  const outside = refuseOutOfBounds(amount, card.currency, terms)
  if (outside) return outside
  const coolDownEnd = coolDownEndsAt(coolDown, terms.cooldown, now)
  if (coolDownEnd) {
    return refuse('withdrawal.resting', {
      params: { at: coolDownEnd.toISOString() },
      rule: withdrawalsRules.cooldown.id,
    })
  }
  const unsigned = await refuseUnlessSigned(tx, '/withdrawals/create', memberId, body)
  if (unsigned) return unsigned
  const { fundPassword } = body
  const wrong = await asked.outside(() =>
    refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }),
  )
  if (wrong) return wrong
  await lockFundRequests(tx, memberId)
  return holdAndAsk(tx, deps, asked, card, terms, amount)
}

async function holdAndAsk(
  tx: Tx,
  deps: WithdrawalsDeps,
  { caller: { memberId }, body, now, requestId }: Creating,
  card: BankAccountRow,
  terms: WithdrawalTerms,
  amount: bigint,
): Promise<Created> {
  const id = body.withdrawalId
  // Sent again under another key after a lost connection: return the first answer, without a second effect.
  const before = await readWithdrawal(tx, id)
  if (before) {
    const isSame =
      before.memberId === memberId && before.bankAccountId === card.id && before.amount === amount
    return isSame
      ? done({ withdrawal: showWithdrawal(before) }, 'done.withdrawal')
      : refuse('input.invalid', { field: 'withdrawalId' })
  }
  const blocked =
    (await refuseWhilePending(tx, memberId, 'withdrawal', terms.blocksAll)) ??
    (await refuseOverDay(tx, memberId, card.currency, terms, amount, now))
  if (blocked) return blocked
  const fee = card.currency === 'TWD' ? BigInt(terms.fee) : 0n
  const asks = await callAsks(tx, deps.market, memberId, now)
  const { withdrawable } = withdrawableOf(await balancesOf(tx, memberId), card.currency, asks)
  if (amount + fee > withdrawable) return refuse('balance.insufficient-withdrawable', { field: 'amount' })
  if (card.currency === 'TWD') {
    // Only borrowed money asks for a score: what is the member's own goes out first.
    const short = await scoreShortfall(tx, ruleProfileOf(deps.market.money), memberId, now)
    if (short && amount + fee > withdrawable - borrowedPart(withdrawable, short.principal)) {
      return refuse('balance.credit-score-too-low', {
        field: 'amount',
        rule: withdrawalsRules.minCreditScore.id,
      })
    }
  }
  const holdId = derivedId(`withdrawal hold ${id}`)
  const { currency } = card
  const held = await post(tx, requestEntry({ id, memberId, currency, amount, fee, holdId, now }))
  if (!held.ok) return refuse('balance.insufficient-withdrawable', { field: 'amount' })
  const opened = await openReview(tx, {
    kind: 'withdrawal',
    memberId,
    subject: id,
    amount,
    currency,
    payload: {
      withdrawalId: id,
      bankAccountId: card.id,
      ending: card.ending,
      amount: amount.toString(),
      fee: fee.toString(),
    },
    flags: body.signature === undefined ? ['unsigned'] : [],
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  const inserted = await insertWithdrawal(tx, {
    id,
    memberId,
    bankAccountId: card.id,
    currency,
    amount,
    fee,
    holdId,
    withdrawable,
    reference: `W${id.replaceAll('-', '').slice(-18).toUpperCase()}`,
    sentAt: now,
    promisedAt: opened.promisedAt,
    deviceKey: body.signature?.deviceKey ?? null,
    signature: body.signature?.signature ?? null,
  })
  if (!inserted) return refuse('order.pending-review-exists', { params: { request: 'withdrawal' } })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'withdrawals.sent',
    actor: `member:${memberId}`,
    subject: `withdrawal:${id}`,
    now: { state: 'pending' },
    details: { amount: amount.toString(), currency, bankAccountId: card.id, entryId: held.entryId },
    event: { kind: 'withdrawal.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ withdrawal: showWithdrawal((await readWithdrawal(tx, id))!) }, 'done.withdrawal')
}

function refuseUnlessReady(card: BankAccountRow, now: Date): Refused | undefined {
  if (card.state !== 'verified') return refuse('card.not-own', { field: 'bankAccountId' })
  if (card.usableFrom !== null && card.usableFrom <= now) return undefined
  return refuse('card.resting', {
    field: 'bankAccountId',
    params: { at: card.usableFrom?.toISOString() ?? '' },
    rule: 'bank.coolDownHours',
  })
}

/** The rules are in NT$; in another currency any available amount is allowed. */
function refuseOutOfBounds(amount: bigint, currency: string, terms: WithdrawalTerms): Refused | undefined {
  const [min, max] = currency === 'TWD' ? [BigInt(terms.min), BigInt(terms.max)] : [1n, 10n ** 15n]
  if (amount >= min && amount <= max) return undefined
  return refuse('withdrawal.amount', {
    field: 'amount',
    params: { min: min.toString(), max: max.toString() },
    rule: amount < min ? withdrawalsRules.min.id : withdrawalsRules.max.id,
  })
}

async function refuseOverDay(
  tx: Tx,
  memberId: string,
  currency: string,
  terms: WithdrawalTerms,
  amount: bigint,
  now: Date,
): Promise<Refused | undefined> {
  const midnight = new Date(taipeiMidnight(taipeiDate(now.getTime())))
  const { sum, count } = await sumWithdrawals(tx, memberId, currency, midnight)
  if (count >= terms.countPerDay) {
    return refuse('withdrawal.daily-count', {
      params: { times: terms.countPerDay },
      rule: withdrawalsRules.countPerDay.id,
    })
  }
  const left = BigInt(terms.maxPerDay) - sum
  if (currency !== 'TWD' || amount <= left) return undefined
  return refuse('withdrawal.daily-limit', {
    field: 'amount',
    params: { left: (left > 0n ? left : 0n).toString() },
    rule: withdrawalsRules.maxPerDay.id,
  })
}
