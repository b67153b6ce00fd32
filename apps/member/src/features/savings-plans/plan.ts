import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatQuantity, shares as sharesOf } from '@fairlot/money'
import type { Language } from '@fairlot/app-shell/language'
import { useRef } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { toastMessage } from '#shell/toasts.ts'

export type Plans = DataOf<'/savings-plans/list'>
export type Plan = Plans['plans'][number]
export type Run = Plan['runs'][number]

export const plansPath = '/trading/trading?view=savings-plans'
export const planPath = (planId: string): string => `/trading/trading?view=savings-plan&id=${planId}`

export const usePlans = () => useRead('/savings-plans/list', {}, { every: 15_000 })

export const plansMoved = (): Promise<void> => refresh('/savings-plans/list', '/savings-plans/runs')

export const usePlanChanges = (): void => useMemberEvents(['savings-plan.changed'], () => void plansMoved())

/** 04/07 */
export const shortDay = (date: string): string => date.slice(5).replace('-', '/')

export const sharesText = (shares: number, language: Language): string =>
  formatQuantity(sharesOf(BigInt(shares)), language)

/** Hundredths of a dollar without cents. */
export const wholeText = (minor: bigint): string => formatMoney(minor).slice(0, -3)

export const nameOf = ({ nameTw, nameEn }: Pick<Plan, 'nameTw' | 'nameEn'>, language: Language): string =>
  language === 'tw' ? nameTw : nameEn

type Move = '/savings-plans/pause' | '/savings-plans/resume' | '/savings-plans/end'

/** Pause, resume or end. After a lost answer the next attempt is the same request. */
export function useMovePlan(planId: string) {
  const keys = useRef(new Map<Move, string>())
  return async (path: Move): Promise<boolean> => {
    const idempotencyKey = keys.current.get(path) ?? newIdempotencyKey()
    keys.current.set(path, idempotencyKey)
    const answer = await call(path, { planId }, { idempotencyKey })
    if (answer.ok || answer.why === 'refused') keys.current.delete(path)
    if (answer.ok && answer.msg) void toastMessage(answer.msg)
    await plansMoved()
    return answer.ok
  }
}
