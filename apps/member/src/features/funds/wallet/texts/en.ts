import type { WalletTexts } from './tw.ts'

export const texts: WalletTexts = {
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  records: 'Fund record',
  recordsCaption: 'Trades, deposits and withdrawals with their ledger lines',
  lines: 'My ledger lines',
  linesCaption: 'Add them up to your balance on this phone',
  proof: 'Verify my balance',
  proofCaption: 'Check it yourself',
  accounts: 'Bank accounts',
  accountCount: (count) => `${count}`,
  safe: 'Deposits and withdrawals',
  foreignNote: 'Comes only from foreign currency deposits. Withdraw it to an account in the same currency.',
}
