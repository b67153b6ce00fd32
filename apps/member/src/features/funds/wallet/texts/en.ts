import type { WalletTexts } from './tw.ts'

export const texts: WalletTexts = {
  available: 'Available',
  withdrawable: 'Withdrawable',
  frozen: 'Frozen',
  settling: 'Settling',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  records: 'Fund record',
  recordsCaption: 'Trades, deposits, withdrawals, each down to its lines',
  lines: 'My ledger lines',
  linesCaption: 'Added up to the balance on this phone',
  proof: 'Check my balance',
  proofCaption: 'See for yourself, no need to trust us',
  accounts: 'Bank accounts',
  accountCount: (count) => `${count}`,
  safe: 'How money moves',
  foreignNote: 'Foreign money comes from foreign deposits only, and goes to an account in the same currency.',
}
