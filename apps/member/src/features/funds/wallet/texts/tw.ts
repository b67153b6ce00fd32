export const texts = {
  available: '可用資金',
  withdrawable: '可提領',
  frozen: '凍結資金',
  settling: '交割中',
  deposit: '儲值',
  withdraw: '提領',
  records: '資金紀錄',
  recordsCaption: '交易、儲值、提領，每筆都能打開到分錄',
  lines: '我的分錄',
  linesCaption: '在這支手機上加總到餘額',
  proof: '查我的餘額',
  proofCaption: '自己驗一次，不用相信我們',
  accounts: '銀行帳號',
  accountCount: (count: number) => `${count} 個`,
  safe: '錢怎麼進出',
  foreignNote: '外幣只從外幣儲值來，只能提領到同幣別的帳戶。',
}

export type WalletTexts = typeof texts
