// Everything that needs two people, on one page: each feature's own object says what it shows and what comes of it. The
// console describes with it, the worker carries out with it.

import { subjectsOf } from '@fairlot/contract/venue'
import { recoveryReviews } from '#features/auth'
import { bankAccountReviews } from '#features/bank-accounts'
import { couponReviews } from '#features/coupons'
import { dayTradingReviews } from '#features/day-trading'
import { closureReviews } from '#features/calendar'
import { channelReviews, depositReviews } from '#features/deposits'
import { journalReviews } from '#features/funds'
import { identityReviews } from '#features/identity'
import { memberReviews } from '#features/members'
import { marketHaltReviews, marketResumeReviews } from '#features/market-data'
import { noticeReviews } from '#features/notices'
import { operatorKind, type ReviewKindHandler } from '#features/operators'
import { ruleChangeReviews, ruleProfileOf, siteConfigReviews } from '#features/site'
import { withdrawalReviews } from '#features/withdrawals'
import type { Parts } from './parts.ts'

export type ReviewKindDeps = Pick<Parts, 'config' | 'db' | 'bus' | 'clock'>

export function reviewKinds({ config, bus }: ReviewKindDeps): readonly ReviewKindHandler[] {
  const telling = { bus, subjects: subjectsOf(config.natsNamespace), secrets: config.secrets }
  return [
    identityReviews(telling),
    bankAccountReviews(telling),
    depositReviews(telling),
    channelReviews(),
    ...withdrawalReviews(telling),
    ...memberReviews(telling),
    dayTradingReviews(ruleProfileOf(config.money)),
    recoveryReviews(config.secrets),
    journalReviews(telling),
    couponReviews(telling),
    noticeReviews,
    ruleChangeReviews(ruleProfileOf(config.money)),
    siteConfigReviews,
    closureReviews,
    marketHaltReviews(telling),
    marketResumeReviews(telling),
    operatorKind,
  ]
}
