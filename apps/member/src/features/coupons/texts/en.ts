import type { CouponsTexts } from './tw.ts'

export const texts: CouponsTexts = {
  tabs: { label: 'Voucher status', available: 'Available', used: 'Used', expired: 'Expired' },
  order: 'Vouchers that expire first are used first',
  none: {
    available: 'Vouchers given to you appear here. Your next order uses one.',
    used: 'You have not used any fee vouchers yet.',
    expired: 'You have no expired fee vouchers.',
  },
  pays: 'off the fee',
  terms: ['Any stock, buy or sell', 'One per order, no change'],
  until: (day: string) => `Valid until ${day}`,
  ended: (day: string) => `Expired ${day}`,
  waits: 'Refunded when the order ends',
  back: (amount: string, day: string) => `${amount} refunded ${day}`,
  go: 'Use now',
  entry: 'View entry',
  paid: 'Refunded this year',
  how: 'Refunds',
  howText: 'To available, after the order ends',
  note: 'Vouchers cover fees only, not tax, and cannot be exchanged for cash. We do not use vouchers to make you trade more or invite others.',
}
