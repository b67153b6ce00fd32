import { addDays } from '@fairlot/rules/calendar'

/** The latest date to which a conditional order can wait by the rule. */
export const latestExpiry = (today: string, days: number): string => addDays(today, days)

/** The choices: today, a week, two weeks, and the latest the rule allows. */
export function expiryChoices(today: string, days: number): readonly string[] {
  const ahead = [0, 1, 7, 14, days].filter((each) => each <= days)
  return [...new Set(ahead)].map((each) => addDays(today, each))
}
