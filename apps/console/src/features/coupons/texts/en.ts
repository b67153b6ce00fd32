import type { CouponsTexts } from './tw.ts'

export const texts: CouponsTexts = {
  open: 'Grant vouchers',
  intro:
    'A voucher pays brokerage only. The fee is charged in full and refunded from promotion expense when the order ends. Unused vouchers expire.',
  setAside: 'Reserve for unused vouchers',
  granted: 'Granted',
  empty: 'No vouchers granted yet.',
  number: 'Number',
  name: 'Name',
  amount: 'Amount each',
  members: 'Members',
  state: 'Available / used / expired',
  paid: 'Refunded',
  until: 'Last day',
  at: 'Granted at',
  form: {
    title: 'Grant fee vouchers',
    to: 'To',
    one: 'One member',
    many: 'Members by date joined',
    account: 'Member account',
    from: 'From',
    till: 'To',
    verified: 'Verified members only',
    count: 'Count members',
    counted: (members: number, total: string) =>
      `${members} ${members === 1 ? 'member' : 'members'}, ${total} in total`,
    nameTw: 'Chinese name',
    nameEn: 'English name',
    amount: 'Amount each',
    amountHelp: 'One voucher per order, no change given. At most 1,000.00.',
    amountBad: 'Enter an amount.',
    lastDay: 'Last day',
    reason: 'Reason',
    required: 'Fill this in.',
  },
}
