// The Taiwan Stock Exchange's open data: securities under attention and under disposition. All values are strings, dates are
// of the Republic of China (1150708 or 115/07/08), names may have full-width spaces.

import { createHash } from 'node:crypto'
import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import * as z from 'zod'
import { type Announcement, type Feed, UnusableAnswer } from './feed.ts'
import { fetchJson } from './fetch-json.ts'

const maxRows = 1_000
const maxAgeMs = 10 * dayMs

const value = (max: number) => z.string().max(max)
const code = z
  .string()
  .trim()
  .regex(/^[0-9A-Z]{4,8}$/)
const noticeRow = z.object({
  Code: code,
  Name: value(40),
  TradingInfoForAttention: value(4_000),
  Date: value(12),
})
const punishRow = z.object({
  Code: code,
  Name: value(40),
  Date: value(12),
  ReasonsOfDisposition: value(500),
  DispositionPeriod: value(60),
  DispositionMeasures: value(500),
  Detail: value(4_000),
})

export const twseFeeds = (base: string): readonly Feed[] => [
  {
    name: 'twse-notice',
    source: 'twse',
    page: 'https://www.twse.com.tw/zh/announcement/notice.html',
    read: async (now) =>
      rowsOf(noticeRow, await fetchJson(`${base}/announcement/notice`)).map((row) =>
        announcement('notice', row, now, {
          tw: `${plain(row.Name)} 列為注意股票`,
          en: `${row.Code} is under attention`,
          body: plain(row.TradingInfoForAttention),
        }),
      ),
  },
  {
    name: 'twse-punish',
    source: 'twse',
    page: 'https://www.twse.com.tw/zh/announcement/punish.html',
    read: async (now) =>
      rowsOf(punishRow, await fetchJson(`${base}/announcement/punish`)).map((row) =>
        announcement('punish', row, now, {
          tw: `${plain(row.Name)} 列為處置股票`,
          en: `${row.Code} is under disposition`,
          body: [row.ReasonsOfDisposition, row.DispositionPeriod, row.DispositionMeasures, row.Detail]
            .map(plain)
            .filter((text) => text !== '')
            .join('\n\n'),
        }),
      ),
  },
]

function rowsOf<Row>(shape: z.ZodType<Row>, json: unknown): readonly Row[] {
  const answer = z.array(shape).max(maxRows).safeParse(json)
  if (answer.success) return answer.data
  throw new UnusableAnswer(`the answer has another shape: ${answer.error.issues[0]?.path.join('.')}`)
}

function announcement(
  feed: 'notice' | 'punish',
  row: { readonly Code: string; readonly Date: string },
  now: Date,
  texts: { readonly tw: string; readonly en: string; readonly body: string },
): Announcement {
  if (texts.body === '') throw new UnusableAnswer(`the announcement about ${row.Code} is empty`)
  const date = dateOf(row.Date)
  const digest = createHash('sha256').update(texts.tw).update('\n').update(texts.body).digest('hex')
  return {
    key: `${feed} ${date} ${row.Code} ${digest.slice(0, 32)}`,
    at: inTime(date, now),
    symbol: row.Code,
    title: { tw: texts.tw, en: texts.en },
    // The source writes Chinese only. It is not translated: the words are the source's.
    body: { tw: texts.body, en: texts.body },
  }
}

/** 1150708 or 115/07/08 as 2026-07-08. */
function dateOf(text: string): string {
  const [, year, month, day] = /^(\d{3})\/?(\d{2})\/?(\d{2})$/.exec(text.trim()) ?? []
  if (year === undefined) throw new UnusableAnswer(`not a date: ${text.slice(0, 12)}`)
  const date = `${Number(year) + 1911}-${month}-${day}`
  if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date)
    throw new UnusableAnswer(`not a date: ${text.slice(0, 12)}`)
  return date
}

/** The sources announce days. What is of today is published now. */
function inTime(date: string, now: Date): Date {
  const from = taipeiMidnight(date)
  const age = now.getTime() - from
  if (age < 0) throw new UnusableAnswer(`an announcement of ${date}: in the future`)
  if (age > maxAgeMs + dayMs) throw new UnusableAnswer(`an announcement of ${date}: too old`)
  return new Date(from)
}

/** One line of text. Markup and hidden characters make the whole answer unusable: neither belongs in an announcement. */
function plain(text: string): string {
  if (/<[a-z/!]/i.test(text)) throw new UnusableAnswer('an announcement has markup')
  const tidy = text.replaceAll(/[\s\u3000]+/g, ' ').trim()
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(tidy))
    throw new UnusableAnswer('an announcement has hidden characters')
  return tidy
}
