// 12:56:40.117 today, with the date for earlier days. The chain stores microseconds; milliseconds are enough to read.

import { formatMoment } from '#shell/format.ts'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Taipei',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export const formatExact = (instant: string, now = new Date()): string => {
  const at = Object.fromEntries(
    parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  const thousandths = instant.slice(20, 23).padEnd(3, '0')
  const clock = `${at['hour']}:${at['minute']}:${at['second']}.${thousandths}`
  const isToday = !formatMoment(instant, now).includes('/')
  return isToday ? clock : `${at['month']}/${at['day']} ${clock}`
}

export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`
export const longHash = (hash: string): string => `${hash.slice(0, 8)} … ${hash.slice(-8)}`

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An id short enough to compare; the entry shows the full one. */
export const shortId = (id: string): string => (uuid.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)

const grouping = new Intl.NumberFormat('en')
export const formatCount = (count: number): string => grouping.format(count)
