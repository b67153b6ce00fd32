import type { ChecksTexts } from './tw.ts'

export const texts: ChecksTexts = {
  head: 'You can check each of these',
  lead: 'No need to trust us. Recompute it on the phone, or take the files to another computer.',
  rows: {
    balance: { title: 'My balance', caption: 'Counted in what is owed to members' },
    fills: { title: 'My fills', caption: 'Open a position to recompute its evidence' },
    draws: { title: 'Draws', caption: 'From a published fingerprint and public randomness' },
    auctions: { title: 'Auctions', caption: 'The whole book is public: recompute who won' },
    mentors: { title: 'Mentor results', caption: 'Recomputed from fills and day ends' },
    exchange: { title: 'Exchange quotes', caption: 'Signed, and beside the mid rate' },
  },
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
