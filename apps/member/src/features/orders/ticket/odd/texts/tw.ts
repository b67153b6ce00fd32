export const texts = {
  match: '撮合',
  next: (seconds: string, every: string) => `${seconds} 秒後撮合，每 ${every} 秒一次`,
  first: (time: string, every: string) => `${time} 撮合，之後每 ${every} 秒一次`,
  closed: '零股於開盤後至收盤前撮合',
  indicative: (price: string, shares: string) => `試撮 ${price}，${shares} 股`,
  noIndicative: '目前沒有可撮合的委託',
  bid: '買一',
  ask: '賣一',
  limit: '限價',
  howMuch: '買多少',
  by: { shares: '股數', amount: '金額' },
  all: '全部',
  quick: '快選',
  division: (amount: string, price: string) => `${amount} ÷ ${price}`,
  stays: (amount: string) => `剩 ${amount} 不動用`,
  monthly: '每月自動買：定期定額',
  cannot: '零股不能',
  cannots: ['槓桿', '做空', '當沖', '市價'],
}

export type OddTexts = typeof texts
