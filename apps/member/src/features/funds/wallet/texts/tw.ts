export const texts = {
  deposit: '儲值',
  withdraw: '提領',
  records: '資金紀錄',
  recordsCaption: '交易、儲值、提領，每筆可查到分錄',
  lines: '我的分錄',
  linesCaption: '在這支手機上加總，與餘額核對',
  proof: '驗證我的餘額',
  proofCaption: '你可以自行驗證',
  accounts: '銀行帳戶',
  accountCount: (count: number) => `${count} 個`,
  safe: '資金進出',
  total: '現金合計，折新台幣',
  home: '新台幣',
  abroad: '外幣',
  actions: '資金操作',
  exchange: '換匯',
  allRecords: '紀錄',
  held: (amount: string) => `凍結 ${amount}`,
  available: (amount: string) => `可用 ${amount}`,
  only: (currency: string) => `只和 ${currency} 互換`,
  empty: '沒有餘額',
  kinds: (count: number) => `${count} 種`,
  noteAt: (time: string) =>
    `外幣以銀行中間價折算，時間 ${time}，計入總資產。外幣不能直接買台股，要先換回新台幣。`,
}

export type WalletTexts = typeof texts
