import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice, MINUS } from '@fairlot/money'
import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Terms = DataOf<'/copy-trading/terms'>
export type ReadCopy = DataOf<'/copy-trading/read'>
export type Copy = ReadCopy['copy']
export type Product = DataOf<'/copy-trading/products'>['products'][number]

/** Reads everything a copy changes. */
export const copiesMoved = (): Promise<void> =>
  refresh(
    '/copy-trading/terms',
    '/copy-trading/list',
    '/copy-trading/read',
    '/copy-trading/products',
    '/positions/account',
    '/funds/records',
  )

export const useCopyChanges = (): void =>
  useMemberEvents(['copy.changed', 'order.filled', 'position.changed'], () => void copiesMoved())

export const countText = (count: number): string => count.toLocaleString('en-US')
export const cash = (minor: string | bigint): string => formatMoney(minor, { symbol: true })
export const signedMoney = (minor: string): string => formatMoney(minor, { plus: true })
/** +4.24%, of what was put in. */
export const resultShare = ({ result, amount }: Pick<Copy, 'result' | 'amount'>): string => {
  const bp = (BigInt(result) * 10_000n) / BigInt(amount)
  const size = bp < 0n ? -bp : bp
  return `${bp > 0n ? '+' : bp < 0n ? MINUS : ''}${formatPrice(size)}%`
}
export const toneOf = (minor: string): 'up' | 'down' | 'flat' => {
  const value = BigInt(minor)
  return value > 0n ? 'up' : value < 0n ? 'down' : 'flat'
}
/** Of copies that have bought something; null without one. */
export function totalOf(copies: readonly Copy[]): {
  readonly amount: string
  readonly result: string
  readonly gains: string
  readonly losses: string
} | null {
  const bought = copies.filter(({ cost }) => cost !== '0')
  if (bought.length === 0) return null
  const sum = (amounts: readonly string[]): string =>
    amounts.reduce((total, amount) => total + BigInt(amount), 0n).toString()
  const results = bought.map(({ result }) => result)
  return {
    amount: sum(bought.map(({ amount }) => amount)),
    result: sum(results),
    gains: sum(results.filter((result) => BigInt(result) > 0n)),
    losses: sum(results.filter((result) => BigInt(result) < 0n)),
  }
}
/** 25%, 12.5% */
export const shareText = (bp: number): string => `${formatPrice(BigInt(bp)).replace(/\.?0+$/, '')}%`

export const partOf = (amount: string | bigint, bp: number): bigint => (BigInt(amount) * BigInt(bp)) / 10_000n

/** What the copy is worth when its stop-loss ends it. */
export const stopAt = (amount: string | bigint, stopLossBp: number): bigint =>
  BigInt(amount) - partOf(amount, stopLossBp)

/** What the member's other copies take of the account, from what the server says they may still take. */
export const inCopiesOf = ({ equity, room }: Terms): bigint =>
  partOf(equity, copyTradingRules.equityShare.default) - BigInt(room)

/** Less room than the smallest follow. */
export const isFull = ({ total, minFollow, maxTotal }: Product): boolean =>
  BigInt(total) + BigInt(minFollow) > BigInt(maxTotal)

export const recordsPath = '/gdindex/dsFllowRecord'
export const productsPath = '/gdindex/gdList'
export const copyPath = (copyId: string): string => `${recordsPath}?view=copy&id=${copyId}`
export const positionPath = (positionId: string): string => `/position/positionDetail?id=${positionId}`
export const mentorPath = (mentorId: string): string => `/gdindex/dsFllowInfo?id=${mentorId}`
