import type { DataOf } from '@fairlot/contract/routes'
import { balancesOf } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { fundHours } from '@fairlot/rules/deposits'
import { reviewTerms } from '@fairlot/rules/operators'
import { restsUntil, withdrawableOf } from '@fairlot/rules/withdrawals'
import { hasFundPassword, withdrawalRestOf } from '#features/auth'
import { readClosures } from '#features/calendar'
import { readPendingRequests } from '#features/deposits'
import type { Db } from '#platform/db'
import { sumWithdrawals } from './store.ts'
import { withdrawalTerms } from './terms.ts'

export async function readOffer(db: Db, memberId: string, now: Date): Promise<DataOf<'/withdrawals/offer'>> {
  const [balances, terms, closures, rest, hasPassword, pending, today] = await Promise.all([
    balancesOf(db, memberId),
    withdrawalTerms(db, now),
    readClosures(db),
    withdrawalRestOf(db, memberId),
    hasFundPassword(db, memberId),
    readPendingRequests(db, memberId),
    sumWithdrawals(db, memberId, 'TWD', new Date(taipeiMidnight(taipeiDate(now.getTime())))),
  ])
  const { withdrawable, settling, owed } = withdrawableOf(balances, 'TWD')
  const hours = fundHours(closures, terms, now)
  const left = BigInt(terms.maxPerDay) - today.sum
  return {
    withdrawable: withdrawable.toString(),
    settling: settling.map(({ on, amount }) => ({ on, amount: amount.toString() })),
    owed: owed.toString(),
    min: String(terms.min),
    max: String(terms.max),
    leftToday: (left > 0n ? left : 0n).toString(),
    timesLeftToday: Math.max(0, terms.countPerDay - today.count),
    fee: String(terms.fee),
    isOpen: hours.isOpen,
    opensAt: hours.opensAt?.toISOString() ?? null,
    expectedAt: hours.isOpen
      ? new Date(now.getTime() + reviewTerms.withdrawal.promisedMinutes * 60_000).toISOString()
      : null,
    hasFundPassword: hasPassword,
    restsUntil: restsUntil(rest, terms.cooldown, now)?.toISOString() ?? null,
    pending: pending.find(({ kind }) => kind === 'withdrawal')?.id ?? null,
  }
}
