// Everything that needs two people, on one page: each feature's own object says what it shows and what comes of it. The
// console describes with it, the worker carries out with it.

import { subjectsOf } from '@fairlot/contract/venue'
import { bankAccountReviews } from '#features/bank-accounts'
import { channelReviews, depositReviews } from '#features/deposits'
import { identityReviews } from '#features/identity'
import { noticeReviews } from '#features/notices'
import { operatorKind, type ReviewKindHandler } from '#features/operators'
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
    noticeReviews,
    operatorKind,
  ]
}
