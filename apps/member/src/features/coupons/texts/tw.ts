export const texts = {
  tabs: { label: '手續費券的狀態', available: '可以用', used: '用過', expired: '過期' },
  order: '快到期的先用',
  none: {
    available: '現在沒有可以用的手續費券。',
    used: '還沒有用過手續費券。',
    expired: '沒有過期的手續費券。',
  },
  pays: '抵手續費',
  terms: '任何股票，買或賣。一筆委託一張，不找零。',
  until: (day: string) => `${day} 到期`,
  ended: (day: string) => `${day} 過期`,
  waits: '委託結束後退回',
  back: (amount: string, day: string) => `${day} 退回 ${amount}`,
  go: '去用',
  entry: '看分錄',
  paid: '今年已退回',
  how: '怎麼退',
  howText: '委託結束後退回可用餘額',
  note: '券只抵手續費，不抵證交稅，不能換錢。我們不用券獎勵你多交易或找人加入。',
}

export type CouponsTexts = typeof texts
