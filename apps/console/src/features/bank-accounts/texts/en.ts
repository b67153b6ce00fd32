import type { BankAccountsTexts } from './tw.ts'

export const texts: BankAccountsTexts = {
  states: { pending: 'Waiting', verified: 'Verified', rejected: 'Refused', removed: 'Removed' },
  faults: {
    'name-differs': 'Name differs',
    'account-unknown': 'No such account',
    'bank-refused': 'Refused by the bank',
    expired: 'Not decided in time',
    taken_back: 'Taken back',
  },
  list: {
    label: 'Bank accounts',
    bank: 'Bank',
    holder: 'Holder',
    usable: 'Usable from',
    resting: 'Resting',
    emptyText: 'Bank accounts that members add appear here.',
  },
}
