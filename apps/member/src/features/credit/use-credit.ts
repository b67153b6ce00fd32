import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice, formatQuantity, shares as sharesOf } from '@fairlot/money'
import type { Language } from '@fairlot/app-shell/language'
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { toastMessage } from '#shell/toasts.ts'

export type Overview = DataOf<'/credit/overview'>
export type Loan = NonNullable<Overview['loan']>

export const hubPath = '/user/pj'
export const recordsPath = '/user/jkjl'
export const viewPath = (view: 'borrow' | 'repay' | 'add' | 'score'): string => `${hubPath}?view=${view}`

export const useOverview = () => {
  useCreditChanges()
  return useRead('/credit/overview', {}, { every: 15_000 })
}

export const creditMoved = (): Promise<void> =>
  refresh(
    '/credit/overview',
    '/credit/records',
    '/positions/account',
    '/positions/listPositions',
    '/funds/records',
  )

export const useCreditChanges = (): void => useMemberEvents(['credit.changed'], () => void creditMoved())

export const cash = (minor: bigint | string): string => `NT$${formatMoney(minor)}`
/** Without cents, for sums that are whole dollars. */
export const whole = (minor: bigint | string): string => formatMoney(minor).replace(/\.00$/, '')
export const priceText = (price: number): string => formatPrice(BigInt(price))
/** Hundredths of a percent. */
export const percentOf = (bp: number | null): string => (bp === null ? '—' : `${formatPrice(BigInt(bp))}%`)
/** Millionths with two decimals. */
export const rateText = (ppm: number): string => percentOf(Math.round(ppm / 100))
/** A ratio that is a rule, without decimals when it has none. */
export const ratioText = (bp: number): string => percentOf(bp).replace(/\.00%$/, '%')
export const sharesText = (shares: number, language: Language): string =>
  formatQuantity(sharesOf(BigInt(shares)), language)
/** 04/07 */
export const shortDay = (date: string): string => date.slice(5).replace('-', '/')

export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

type Sending = '/credit/apply' | '/credit/repay' | '/credit/addCredit' | '/credit/cancel'

/** After a lost answer the next attempt is the same request; after any answer it is a new one. */
export function useSend() {
  const [isSending, setSending] = useState(false)
  const ids = useRef({ key: newIdempotencyKey(), id: newId() })
  const send = async (path: Sending, bodyOf: (id: string) => object): Promise<boolean> => {
    setSending(true)
    const { key, id } = ids.current
    const answer = await call(path, bodyOf(id) as never, { idempotencyKey: key })
    setSending(false)
    if (answer.ok || answer.why === 'refused') ids.current = { key: newIdempotencyKey(), id: newId() }
    if (answer.ok && answer.msg) void toastMessage(answer.msg)
    await creditMoved()
    return answer.ok
  }
  return { isSending, send }
}
