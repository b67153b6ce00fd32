export type RecordsTab = 'transaction' | 'stored-value' | 'withdrawal'

/** What a page of the fund record shows. */
export type RecordsWish = RecordsTab | 'all'

/** Corrections by operators: the entry has a text for the member. */
export const isCorrection = (event: string): boolean =>
  event === 'journal.posted' || event === 'deposit.reversed' || event === 'deposit.rebooked'

/** The tab of the fund record, and the line of the month's sum, that an event belongs to. */
export function tabOf(event: string): RecordsTab {
  if (event === 'practice-grant' || event.startsWith('deposit.')) return 'stored-value'
  return event.startsWith('withdrawal.') ? 'withdrawal' : 'transaction'
}
