import type { BankCurrency } from '@fairlot/contract/bank-accounts'
import type { DataOf } from '@fairlot/contract/routes'
import { balancesOf } from '@fairlot/ledger'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { fundHours } from '@fairlot/rules/fund-requests'
import { reviewTerms } from '@fairlot/rules/operators'
import { coolDownEndsAt, withdrawableOf } from '@fairlot/rules/withdrawals'
import { clockText } from '@fairlot/rules/site'
import { hasFundPassword, withdrawalCoolDownOf } from '#features/auth'
import { readClosures } from '#features/calendar'
import { readPendingRequests } from '#features/fund-requests'
import { callAsks } from '#features/positions'
import type { WithdrawalsDeps } from './deps.ts'
import { sumWithdrawals } from './store.ts'
import { withdrawalTerms } from './terms.ts'

export async function readOffer(
  { db, market }: Pick<WithdrawalsDeps, 'db' | 'market'>,
  memberId: string,
  currency: BankCurrency,
  now: Date,
  bankNow: Date,
): Promise<DataOf<'/withdrawals/offer'>> {
  const [balances, terms, closures, coolDown, hasPassword, pending, today, asks] = await Promise.all([
    balancesOf(db, memberId),
    withdrawalTerms(db, now),
    readClosures(db),
    withdrawalCoolDownOf(db, memberId),
    hasFundPassword(db, memberId),
    readPendingRequests(db, memberId),
    sumWithdrawals(db, memberId, currency, new Date(taipeiMidnight(taipeiDate(now.getTime())))),
    callAsks(db, market, memberId, now),
  ])
  const { withdrawable, settling, owed, called } = withdrawableOf(balances, currency, asks)
  const hours = fundHours(closures, terms, bankNow)
  const left = BigInt(terms.maxPerDay) - today.sum
  const isHome = currency === 'TWD'
  return {
    currency,
    withdrawable: withdrawable.toString(),
    settling: settling.map(({ on, amount }) => ({ on, amount: amount.toString() })),
    owed: owed.toString(),
    called: called.toString(),
    min: isHome ? String(terms.min) : null,
    max: isHome ? String(terms.max) : null,
    leftToday: isHome ? (left > 0n ? left : 0n).toString() : null,
    timesLeftToday: Math.max(0, terms.countPerDay - today.count),
    fee: isHome ? String(terms.fee) : '0',
    isOpen: hours.isOpen,
    hours: { open: clockText(terms.opens), close: clockText(terms.closes) },
    opensAt: hours.opensAt?.toISOString() ?? null,
    expectedAt: hours.isOpen
      ? new Date(now.getTime() + reviewTerms.withdrawal.promisedMinutes * 60_000).toISOString()
      : null,
    hasFundPassword: hasPassword,
    coolDownEndsAt: coolDownEndsAt(coolDown, terms.cooldown, now)?.toISOString() ?? null,
    pending: pending.find(({ kind }) => kind === 'withdrawal')?.id ?? null,
  }
}
