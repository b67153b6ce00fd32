import type { Candle, Period } from '@fairlot/contract/market-data'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { dateText, minuteText } from './times.ts'

interface Headings {
  readonly date: string
  readonly time: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

const plain = (hundredths: number): string =>
  `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

/** Oldest first, plain numbers, so that a spreadsheet can read them. */
export const candlesCsv = (period: Period, candles: readonly Candle[], headings: Headings): string => {
  const hasTime = isMinutePeriod(period)
  const head = [
    headings.date,
    ...(hasTime ? [headings.time] : []),
    headings.open,
    headings.high,
    headings.low,
    headings.close,
    headings.volume,
  ]
  const lines = candles.map(([at, open, high, low, close, volume]) => [
    dateText(at).replaceAll('/', '-'),
    ...(hasTime ? [minuteText(at)] : []),
    ...[open, high, low, close].map(plain),
    String(volume / 1_000),
  ])
  return [head, ...lines].map((line) => line.join(',')).join('\r\n') + '\r\n'
}

/** The byte order mark tells spreadsheets that it is UTF-8. It never leaves the phone. */
export const saveCsv = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the text by the next turn of the loop. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
