// Everything that needs two operators, in one file: each feature's handler defines what is shown and what is executed.
// The console uses it to describe reviews, the worker to execute them.

import { subjectsOf } from '@fairlot/contract/venue'
import { recoveryReviews } from '#features/auth'
import { bankAccountReviews } from '#features/bank-accounts'
import { couponReviews } from '#features/coupons'
import { dayTradingReviews } from '#features/day-trading'
import { closureReviews } from '#features/calendar'
import { bankLineReviews, channelReviews, depositReviews, reversalReviews } from '#features/deposits'
import { journalReviews } from '#features/funds'
import { identityReviews } from '#features/identity'
import { memberReviews } from '#features/members'
import { marketHaltReviews, marketResumeReviews } from '#features/market-data'
import { noticeReviews } from '#features/notices'
import { operatorKeyKind, operatorKind, type ReviewKindHandler } from '#features/operators'
import { surveillanceReviews } from '#features/orders'
import { commandReviews, setAsideReviews } from '#features/settlement'
import { ruleChangeReviews, ruleProfileOf, siteConfigReviews } from '#features/site'
import { confirmByLine, withdrawalReviews } from '#features/withdrawals'
import type { Parts } from './parts.ts'

export type ReviewKindDeps = Pick<Parts, 'config' | 'db' | 'bus' | 'clock'>

export function reviewKinds({ config, bus }: ReviewKindDeps): readonly ReviewKindHandler[] {
  const outcomes = { bus, subjects: subjectsOf(config.natsNamespace), secrets: config.secrets }
  return [
    identityReviews(outcomes),
    bankAccountReviews(outcomes),
    depositReviews(outcomes),
    channelReviews(),
    bankLineReviews((tx, withdrawalId, lineId, now) =>
      confirmByLine(tx, outcomes, withdrawalId, lineId, now),
    ),
    reversalReviews(outcomes),
    ...withdrawalReviews(outcomes),
    ...memberReviews(outcomes),
    dayTradingReviews(ruleProfileOf(config.money)),
    recoveryReviews(config.secrets),
    journalReviews(outcomes),
    couponReviews(outcomes),
    noticeReviews,
    ruleChangeReviews(ruleProfileOf(config.money)),
    siteConfigReviews,
    closureReviews,
    marketHaltReviews(outcomes),
    marketResumeReviews(outcomes),
    setAsideReviews,
    commandReviews,
    surveillanceReviews,
    operatorKind(config.secrets),
    operatorKeyKind,
  ]
}
