import type { DataOf } from '@fairlot/contract'
import { taipeiDate } from '@fairlot/rules/calendar'

export type FundRecord = DataOf<'/funds/records'>['records'][number]

/** In the given order, which is newest first; days are days in Taiwan. */
export function byDay<Row extends { readonly at: string }>(
  records: readonly Row[],
): readonly { readonly date: string; readonly rows: readonly Row[] }[] {
  const days: { date: string; rows: Row[] }[] = []
  for (const record of records) {
    const date = taipeiDate(Date.parse(record.at))
    const last = days.at(-1)
    if (last?.date === date) last.rows.push(record)
    else days.push({ date, rows: [record] })
  }
  return days
}
