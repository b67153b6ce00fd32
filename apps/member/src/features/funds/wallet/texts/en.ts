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
  total: 'Cash in NT dollars',
  home: 'NT dollars',
  abroad: 'Foreign',
  actions: 'Money',
  exchange: 'Exchange',
  allRecords: 'Records',
  held: (amount) => `Held ${amount}`,
  available: (amount) => `Available ${amount}`,
  only: (currency) => `Only with ${currency}`,
  empty: 'No balance',
  kinds: (count) => `${count}`,
  noteAt: (time) =>
    `Foreign cash counts towards total assets at the bank mid rates of ${time}. Exchange it into NT dollars to buy stocks.`,
}
