export type RecordsTab = 'transaction' | 'stored-value' | 'withdrawal'

/** Which tab of the fund record, and which line of the month's sum, an event belongs to. */
export function tabOf(event: string): RecordsTab {
  if (event === 'practice-grant' || event.startsWith('deposit.')) return 'stored-value'
  return event.startsWith('withdrawal.') ? 'withdrawal' : 'transaction'
}
