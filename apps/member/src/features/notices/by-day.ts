import type { DataOf } from '@fairlot/contract'
import { taipeiDate } from '@fairlot/rules/calendar'

export type Notice = DataOf<'/notices/list'>['notices'][number]

/** In the given order, which is newest first; days are days in Taiwan. */
export function byDay(
  notices: readonly Notice[],
): readonly { readonly date: string; readonly rows: readonly Notice[] }[] {
  const days: { date: string; rows: Notice[] }[] = []
  for (const notice of notices) {
    const date = taipeiDate(Date.parse(notice.at))
    const last = days.at(-1)
    if (last?.date === date) last.rows.push(notice)
    else days.push({ date, rows: [notice] })
  }
  return days
}
