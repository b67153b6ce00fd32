import type { BankAccountsTexts } from './tw.ts'

export const texts: BankAccountsTexts = {
  filter: 'State',
  states: { pending: 'Waiting', verified: 'Verified', rejected: 'Refused', removed: 'Removed' },
  faults: {
    'name-differs': 'Name differs',
    'account-unknown': 'No such account',
    'bank-refused': 'Refused by the bank',
    expired: 'Not decided in time',
    taken_back: 'Taken back',
  },
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} waiting, none late` : `${pending} waiting, ${late} past the promised time`,
  list: {
    label: 'Bank accounts',
    number: 'Number',
    member: 'Member',
    bank: 'Bank',
    holder: 'Holder',
    currency: 'Currency',
    wait: 'Waiting',
    promised: 'Promised',
    late: 'Late',
    decided: 'Decided',
    usable: 'Usable from',
    resting: 'Resting',
    state: 'State',
    first: 'First wanted',
    second: 'Second wanted',
    unsigned: 'Not signed by the device',
    empty: 'No data yet',
    emptyText: 'Bank accounts that members add appear here.',
    more: 'Show more',
  },
}
