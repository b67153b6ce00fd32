import type { FundsTexts } from './tw.ts'

export const texts: FundsTexts = {
  title: 'My ledger lines',
  intro: 'Every change is one line. Lines can be added, never changed.',
  balance: 'Ledger balance',
  lines: 'Lines',
  after: (amount) => `Balance ${amount}`,
  older: 'Load older lines',
  verdict: {
    title: 'Added up on this phone',
    addsUp: 'Matches',
    soFar: 'Matches so far',
    mismatch: 'Does not match',
  },
  addsUp: (count) => `${count} ${count === 1 ? 'line adds' : 'lines add'} up to exactly the ledger balance.`,
  soFar: (count) =>
    `The newest ${count} lines follow each other without a gap. Load them all to add up to the balance.`,
  mismatch: 'The lines do not add up to the balance. Keep this screen and contact customer service.',
  sum: 'Sum of the lines',
  balanceRow: 'Ledger balance',
  difference: 'Difference',
  none: 'No lines yet',
  events: { 'practice-grant': 'Paper money' },
  accounts: {
    available: 'Available',
    held: 'Frozen',
    receivable: 'Coming in',
    'held-receivable': 'Coming in, frozen',
    payable: 'Owed',
    collateral: 'Collateral',
    loan: 'Loan',
    interest: 'Interest',
  },
}
