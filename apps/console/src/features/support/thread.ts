import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { SupportTexts } from './texts/tw.ts'

export type Thread = ConsoleDataOf<'/support/thread'>
export type InboxRow = ConsoleDataOf<'/support/inbox'>['threads'][number]

export const timeText = (minutes: number, texts: SupportTexts): string =>
  minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.floor(minutes / 60), minutes % 60)

/** How the promised time stands: its text, and whether it is near or over. */
export const dueOf = (dueAt: string, now: Date, texts: SupportTexts) => {
  const left = Math.floor((new Date(dueAt).getTime() - now.getTime()) / 60_000)
  if (left < 0) return { text: texts.overdue, tone: 'crit' as const }
  return {
    text: texts.left(timeText(left, texts)),
    tone: left < 30 ? ('warn' as const) : ('neutral' as const),
  }
}

/** Where the console shows the thing; undefined where it has no page. */
export const hrefOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string | undefined => {
  if (kind === 'order') return `#/orders?id=${id}`
  if (kind === 'deposit') return `#/deposits?id=${id}`
  if (kind === 'withdrawal') return `#/withdrawals?id=${id}`
  return undefined
}
