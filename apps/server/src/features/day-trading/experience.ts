import { dayMs } from '@fairlot/rules/calendar'
import type { Experience } from '@fairlot/rules/day-trading'
import type { Tx } from '#platform/db'
import { readExperience } from './store.ts'

export async function experienceOf(tx: Tx, memberId: string, now: Date): Promise<Experience> {
  const { joinedAt, trades } = await readExperience(tx, memberId, new Date(now.getTime() - 365 * dayMs))
  return { accountDays: Math.floor((now.getTime() - joinedAt.getTime()) / dayMs), trades }
}
