// Why a review is rejected: a code from the list of its kind, and a free text. The code decides what the member reads;
// it is never derived from the text.

import type { BankAccountRejection } from '@fairlot/contract/bank-accounts'
import type { BlockRejection } from '@fairlot/contract/block-trades'
import type { copyRejections } from '@fairlot/contract/copy-trading/states'
import type { creditRejections } from '@fairlot/contract/credit/states'
import type { mentorRejections } from '@fairlot/contract/mentors/states'
import type { DepositRejection } from '@fairlot/contract/deposits'
import type { ReviewKind } from '@fairlot/contract/operators'
import type { WithdrawalRejection } from '@fairlot/contract/withdrawals'

const identity = ['fields-wrong', 'not-genuine', 'not-this-person'] as const
const deposit = [
  'not-received',
  'amount-differs',
  'name-differs',
  'receipt-unreadable',
  'receipt-used',
  'third-party',
] as const satisfies readonly DepositRejection[]
const withdrawal = [
  'not-confirmed',
  'account-refused',
  'name-differs',
  'suspected-takeover',
  'court-order',
] as const satisfies readonly WithdrawalRejection[]
const bankAccount = [
  'name-differs',
  'account-unknown',
  'bank-refused',
] as const satisfies readonly BankAccountRejection[]
const blockTrade = [
  'seller-withdrew',
  'price-out-of-range',
  'not-confirmed',
  'suspected-takeover',
  'market-conduct',
] as const satisfies readonly BlockRejection[]
const mentor = [
  'promises-return',
  'unclear-strategy',
  'market-conduct',
  'impersonation',
] as const satisfies typeof mentorRejections
const copy = [
  'unsuitable',
  'source-of-funds',
  'suspected-takeover',
  'market-conduct',
] as const satisfies typeof copyRejections
const credit = [
  'collateral',
  'source-of-funds',
  'suspected-takeover',
  'unsuitable',
] as const satisfies typeof creditRejections
const dayTrading = ['no-experience', 'not-suitable'] as const
const recovery = ['not-confirmed', 'not-reached'] as const
const appeal = ['grounds-stand', 'nothing-new'] as const
const proposal = ['wrong-content', 'not-shown', 'not-needed'] as const

/** Kinds not listed here are operators' proposals. */
const special = {
  identity,
  'bank-account': bankAccount,
  deposit,
  withdrawal,
  'block-trade': blockTrade,
  'day-trading': dayTrading,
  mentor,
  copy,
  'credit-loan': credit,
  'credit-increase': credit,
  recovery,
  appeal,
} as const satisfies Partial<Readonly<Record<ReviewKind, readonly string[]>>>

export type RejectionReason = (typeof special)[keyof typeof special][number] | (typeof proposal)[number]

export const reasonsOf = (kind: ReviewKind): readonly RejectionReason[] =>
  (special as Partial<Readonly<Record<ReviewKind, readonly RejectionReason[]>>>)[kind] ?? proposal

export const isReasonOf = (kind: ReviewKind, reason: string | undefined): boolean =>
  reasonsOf(kind).some((each) => each === reason)
