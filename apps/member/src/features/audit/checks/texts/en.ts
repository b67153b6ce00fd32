import type { ChecksTexts } from './tw.ts'

export const texts: ChecksTexts = {
  head: 'You can check each of these',
  lead: 'No need to trust us. Recompute it on the phone, or take the files to another computer.',
  rows: {
    balance: { title: 'My balance', caption: 'Part of what we owe members' },
    fills: { title: 'My fills', caption: 'Evidence is in each position' },
    copies: { title: 'Copied orders', caption: 'One parent order, one average price' },
    draws: { title: 'Draws', caption: 'From a published fingerprint' },
    auctions: { title: 'Auctions', caption: 'The whole book is public' },
    mentors: { title: 'Mentor results', caption: 'From fills and day ends' },
    exchange: { title: 'Exchange quotes', caption: 'Signed, and beside the mid rate' },
  },
  checkedAt: (at) => `Last checked on this phone: ${at}`,
  result: (right, wrong) =>
    `${right} ${right === 1 ? 'match' : 'matches'}, ${wrong} ${wrong === 1 ? 'difference' : 'differences'}`,
  verdicts: {
    none: 'Not checked',
    right: (count) => (count === 1 ? 'Matches' : `${count} match`),
    wrong: (count) => `${count} ${count === 1 ? 'differs' : 'differ'}`,
  },
  onPhone:
    'Only what this phone has checked counts here. If something differs, this page says so in plum: save the evidence and contact customer service.',
  rules: 'My rules',
  rulesCaption: (count, day) => `${count} rules, last change ${day}`,
  rulesNever: (count) => `${count} rules, none changed since launch`,
  withdrawals: 'Withdrawals, promise kept',
  root: 'Newest signature',
  rootText:
    'The fingerprint of all members’ balances, signed and published. Keep it, and this day cannot be rewritten.',
  rootNone: 'No fingerprint has been signed yet.',
  copyAll: 'Copy the signed data',
}
