import type { DataOf } from '@fairlot/contract'
import { type Currency, formatMoney } from '@fairlot/money'
import { formatRate, type Mids } from '@fairlot/rules/currency-exchange'
import { intlTag, useLanguage } from '@fairlot/app-shell/language'
import { useRef, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Rates = DataOf<'/currency-exchange/rates'>
export type Read = DataOf<'/currency-exchange/read'>
export type Quote = Read['quote']

/** Polled: rates move all the time. */
export const useRates = (options: { readonly quiet?: boolean } = {}) =>
  useRead('/currency-exchange/rates', {}, { every: 5_000, ...options })

/** Those that are quoted now. */
export const midsOf = ({ rates }: Rates): Mids =>
  new Map(
    rates.flatMap(({ currency, mid, stopped }) =>
      stopped === null ? [[currency, BigInt(mid)] as const] : [],
    ),
  )

export const availableOf = ({ available }: Rates, currency: Currency): bigint =>
  BigInt(available.find((one) => one.currency === currency)?.amount ?? '0')

export const amountText = (minor: string | bigint, currency: string): string =>
  `${formatMoney(minor)} ${currency}`

/** `1 JPY = 0.205000 TWD` */
export const rateText = ({ base, pay, get }: Pick<Quote, 'base' | 'pay' | 'get'>, rate: string): string =>
  `1 ${base} = ${formatRate(BigInt(rate))} ${base === pay ? get : pay}`

/** With seconds, because a quote lives for seconds. */
export const useClockText = (): ((instant: string) => string) => {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(intlTag(language), {
    timeZone: 'Asia/Taipei',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => format.format(new Date(instant))
}

export const exchangeMoved = (): Promise<void> =>
  refresh(
    '/currency-exchange/rates',
    '/currency-exchange/records',
    '/currency-exchange/read',
    '/positions/account',
    '/funds/records',
  )

export const useExchangeChanges = (): void =>
  useMemberEvents(['currency.exchanged'], () => void exchangeMoved())

/** When each quote ends by this phone's own clock: its time counts from the answer, however wrong the clock is. */
const ends = new Map<string, number>()

export const endOf = ({ quoteId, quotedAt, expiresAt }: Quote): number => {
  const lifeMs = Date.parse(expiresAt) - Date.parse(quotedAt)
  const end = ends.get(quoteId) ?? Math.min(Date.parse(expiresAt), Date.now() + lifeMs)
  ends.set(quoteId, end)
  return end
}

interface Wanted {
  readonly pay: Currency
  readonly get: Currency
  readonly amount: string
}

/** Asks for a quote and opens it. */
export function useAskQuote(replace = false) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const key = useRef(newIdempotencyKey())
  const ask = async (wanted: Wanted): Promise<void> => {
    setAsking(true)
    const answer = await call('/currency-exchange/quote', wanted, { idempotencyKey: key.current })
    setAsking(false)
    // After a lost answer the next attempt is the same request; after any answer it is a new one.
    if (answer.ok || answer.why === 'refused') key.current = newIdempotencyKey()
    await refresh('/currency-exchange/rates', '/currency-exchange/records')
    if (!answer.ok) return
    const { quote } = answer.data
    ends.set(quote.quoteId, Date.now() + Date.parse(quote.expiresAt) - Date.parse(quote.quotedAt))
    navigate(`/user/exchange?view=quote&id=${quote.quoteId}`, { replace })
  }
  return { isAsking, ask }
}
