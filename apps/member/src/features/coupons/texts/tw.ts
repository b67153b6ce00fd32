export const texts = {
  tabs: { label: '手續費券狀態', available: '可使用', used: '已使用', expired: '已過期' },
  order: '先到期的優先使用',
  none: {
    available: '發給你的手續費券會列在這裡，下一筆委託自動使用。',
    used: '尚未使用過手續費券。',
    expired: '沒有過期的手續費券。',
  },
  pays: '折抵手續費',
  terms: ['任何股票，買進或賣出', '一筆委託一張，不找零'],
  until: (day: string) => `${day} 到期`,
  ended: (day: string) => `${day} 已過期`,
  waits: '委託結束後退回',
  back: (amount: string, day: string) => `${day} 退回 ${amount}`,
  go: '立即使用',
  entry: '查看分錄',
  paid: '今年已退回金額',
  how: '退回方式',
  howText: '委託結束後退回可用資金',
  note: '手續費券只能折抵手續費，不能折抵證交稅，也不能兌換現金。我們不以手續費券鼓勵你多交易或邀請他人。',
}

export type CouponsTexts = typeof texts
