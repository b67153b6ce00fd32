import type { BankAccountsTexts } from './tw.ts'

export const texts: BankAccountsTexts = {
  states: { pending: 'Waiting', verified: 'Verified', rejected: 'Rejected', removed: 'Removed' },
  rejectionReasons: {
    'name-differs': 'Name differs',
    'account-unknown': 'Account unknown',
    'bank-refused': 'Refused by the bank',
    expired: 'Expired',
    cancelled: 'Cancelled by the member',
  },
  list: {
    search: 'Name, phone, number or ending',
    label: 'Bank accounts',
    bank: 'Bank',
    holder: 'Account holder',
    usable: 'Withdrawals from',
    coolingDown: 'Cool-down',
    emptyText: 'Bank accounts that members add appear here.',
  },
}
