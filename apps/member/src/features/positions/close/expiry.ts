import { addDays } from '@fairlot/rules/calendar'

/** As far ahead as the rule lets a conditional order wait. */
export const latestExpiry = (today: string, days: number): string => addDays(today, days)

/** What one chooses from: today, a week, two, and the furthest the rule allows. */
export function expiryChoices(today: string, days: number): readonly string[] {
  const ahead = [0, 1, 7, 14, days].filter((each) => each <= days)
  return [...new Set(ahead)].map((each) => addDays(today, each))
}
