export const texts = {
  how: '怎麼排的：',
  rule: '今天累計的成交額，由大到小，每 5 秒重算一次。和瀏覽數、廣告、我們的部位無關。',
  boards: '市場',
  list: '熱門股票，依成交額',
  rank: (place: number) => `第 ${place} 名`,
  turnover: (amount: string) => `成交額 ${amount}`,
  none: '今天還沒有成交。',
}

export type HotTexts = typeof texts
