import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { depositBounds, depositsRules, isWithin } from '@fairlot/rules/deposits'
import { fundHours } from '@fairlot/rules/fund-requests'
import { clockText } from '@fairlot/rules/site'
import { readClosures } from '#features/calendar'
import { lockFundRequests, refuseWhilePending } from '#features/fund-requests'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { takeUpload } from '#features/uploads'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import { refuseUnlessChannelPassword } from './channel-password.ts'
import type { DepositsDeps } from './deps.ts'
import { showDeposit } from './show-deposit.ts'
import { insertDeposit, readChannel, readDeposit, readReference, sumDeposits } from './store.ts'
import { depositTerms } from './terms.ts'

export interface Creating {
  readonly caller: Caller
  readonly body: BodyOf<'/deposits/create'>
  readonly now: Date
  readonly bankNow: Date
  readonly requestId: string
  readonly outside: Outside
}

/**
 * A claim, not money: nothing is booked before two operators have compared it with the receipt and the bank's
 * statement. Refuses: `identity.*` before verification where money is real, `deposit.channel-closed`,
 * `time.outside-deposit`, `deposit.amount`, `deposit.receipt-first`, `password.wrong-channel`,
 * `order.pending-review-exists`, `order.fund-operation-in-progress`, `deposit.daily-limit`, `upload.not-found`.
 */
export async function createDeposit(
  tx: Tx,
  deps: DepositsDeps,
  { caller, body, now, bankNow, requestId, outside }: Creating,
): Promise<Outcome<DataOf<'/deposits/create'>>> {
  const { memberId, account } = caller
  const unknown = await refuseUnknown(tx, deps.profile, memberId, 'deposit')
  if (unknown) return unknown
  const [channel, terms, closures] = await Promise.all([
    readChannel(tx, body.channelId),
    depositTerms(tx, now),
    readClosures(tx),
  ])
  if (!channel || channel.state !== 'open') return refuse('deposit.channel-closed', { field: 'channelId' })
  const amount = BigInt(body.amount)
  const asked = { terms, channel, amount }
  const outsideTerms = refuseOutsideTerms(asked, fundHours(closures, terms, bankNow))
  if (outsideTerms) return outsideTerms
  if (body.receipt === undefined) return refuse('deposit.receipt-first', { field: 'receipt' })
  const channelPassword = body.channelPassword ?? ''
  const wrong = await outside(() =>
    refuseUnlessChannelPassword(deps, channel, { account, channelPassword, now }),
  )
  if (wrong) return wrong

  await lockFundRequests(tx, memberId)
  const blocked = await refuseWhilePending(tx, memberId, 'deposit', terms.blocksAll)
  if (blocked) return blocked
  const overLimit = await refuseOverDailyLimit(tx, memberId, asked, now)
  if (overLimit) return overLimit
  const receipt = await takeUpload(tx, memberId, body.receipt, 'deposit-receipt', now)
  if (!receipt) return refuse('upload.not-found', { field: 'receipt' })

  const id = newId(now.getTime())
  const reference = await readReference(tx, memberId)
  const opened = await openReview(tx, {
    kind: 'deposit',
    memberId,
    subject: id,
    amount,
    currency: channel.currency,
    payload: { depositId: id, channelId: channel.id, claimed: amount.toString(), booked: amount.toString() },
    flags: channel.currency === 'TWD' && amount >= BigInt(terms.flagAbove) ? ['large'] : [],
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  const inserted = await insertDeposit(tx, {
    id,
    memberId,
    channelId: channel.id,
    currency: channel.currency,
    amount,
    fee: channel.fee,
    receiptFile: receipt.fileId,
    fromEnding: body.fromEnding ?? null,
    reference,
    sentAt: now,
    promisedAt: opened.promisedAt,
  })
  if (!inserted) return refuse('order.pending-review-exists', { params: { request: 'deposit' } })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'deposits.sent',
    actor: `member:${memberId}`,
    subject: `deposit:${id}`,
    now: { state: 'pending' },
    details: { amount: amount.toString(), currency: channel.currency, channelId: channel.id },
    event: { kind: 'deposit.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ deposit: showDeposit((await readDeposit(tx, id))!) }, 'done.recharge')
}

interface Asked {
  readonly terms: Awaited<ReturnType<typeof depositTerms>>
  readonly channel: NonNullable<Awaited<ReturnType<typeof readChannel>>>
  readonly amount: bigint
}

/** The hours of the bank first, then the amount. */
function refuseOutsideTerms(
  { terms, channel, amount }: Asked,
  hours: ReturnType<typeof fundHours>,
): Refused | undefined {
  if (!hours.isOpen) {
    return refuse('time.outside-deposit', {
      params: {
        at: hours.opensAt!.toISOString(),
        open: clockText(terms.opens),
        close: clockText(terms.closes),
      },
      rule: depositsRules.opens.id,
    })
  }
  const bounds = depositBounds(channel.currency, channel, { min: BigInt(terms.min), max: BigInt(terms.max) })
  if (isWithin(amount, bounds)) return undefined
  return refuse('deposit.amount', {
    field: 'amount',
    params: { min: bounds.min.toString(), max: bounds.max.toString() },
    rule: amount < bounds.min ? depositsRules.min.id : depositsRules.max.id,
  })
}

async function refuseOverDailyLimit(
  tx: Tx,
  memberId: string,
  { terms, channel, amount }: Asked,
  now: Date,
): Promise<Refused | undefined> {
  const today = new Date(taipeiMidnight(taipeiDate(now.getTime())))
  const left = BigInt(terms.maxPerDay) - (await sumDeposits(tx, memberId, channel.currency, today))
  if (channel.currency !== 'TWD' || amount <= left) return undefined
  return refuse('deposit.daily-limit', {
    field: 'amount',
    params: { left: (left > 0n ? left : 0n).toString() },
    rule: depositsRules.maxPerDay.id,
  })
}
