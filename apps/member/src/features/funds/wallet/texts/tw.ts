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
  foreignNote: '外幣僅能由外幣儲值存入，且只能提領到同幣別的帳戶。',
}

export type WalletTexts = typeof texts
