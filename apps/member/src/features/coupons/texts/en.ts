import type { CouponsTexts } from './tw.ts'

export const texts: CouponsTexts = {
  tabs: { label: 'State of the vouchers', available: 'Available', used: 'Used', expired: 'Expired' },
  order: 'What runs out first is used first',
  none: {
    available: 'You have no fee voucher to use now.',
    used: 'You have not used a fee voucher yet.',
    expired: 'None of your fee vouchers has run out.',
  },
  pays: 'off the fee',
  terms: 'Any stock, buying or selling. One per order, no change given.',
  until: (day: string) => `Until ${day}`,
  ended: (day: string) => `Ran out ${day}`,
  waits: 'Comes back when the order has ended',
  back: (amount: string, day: string) => `${amount} came back ${day}`,
  go: 'Use it',
  entry: 'Entry',
  paid: 'Came back this year',
  how: 'How it pays',
  howText: 'Charged in full, back when the order has ended',
  note: 'A voucher pays brokerage only, not tax, and is not money. We do not use vouchers to make you trade more or bring others in.',
}
