import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice, MINUS } from '@fairlot/money'
import type { Direction } from '@fairlot/ui'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Mentor = DataOf<'/mentors/read'>['mentor']
export type MentorFigures = NonNullable<Mentor['figures']>
export type Trade = DataOf<'/mentors/trades'>['trades'][number]

/** Reads everything an application or a closed profile changes. */
export const mentorsMoved = (): Promise<void> =>
  refresh('/mentors/hub', '/mentors/list', '/mentors/read', '/mentors/own')

export const useMentorChanges = (): void => useMemberEvents(['mentor.changed'], () => void mentorsMoved())

/** +11.80%, −4.60% */
export const signedPercent = (bp: number): string =>
  `${bp > 0 ? '+' : bp < 0 ? MINUS : ''}${plainPercent(Math.abs(bp))}`
export const plainPercent = (bp: number): string => `${formatPrice(BigInt(bp))}%`
/** A drawdown is a fall. */
export const fallText = (bp: number): string => signedPercent(-bp)
/** Times 100 to an integer. */
export const winRateText = (bp: number): string => `${Math.floor(bp / 100)}%`

export const directionOf = (value: number | bigint): Direction =>
  value > 0 ? 'up' : value < 0 ? 'down' : 'flat'
export const signedMoney = (minor: string | bigint): string => formatMoney(minor, { plus: true })
export const countText = (count: number): string => count.toLocaleString('en-US')

export const mentorPath = (mentorId: string): string => `/gdindex/dsFllowInfo?id=${mentorId}`
export const recordPath = (mentorId: string): string => `/gdindex/dsFllowInfo?view=record&id=${mentorId}`
export const tradePath = (mentorId: string, tradeId: string): string =>
  `/gdindex/dsFllowInfo?view=trade&id=${mentorId}&trade=${tradeId}`
export const ownPath = '/gdindex/gdindex?view=own'
