export const texts = {
  how: '排序方式：',
  rule: '今日累計成交額由大到小，每 5 秒更新一次。與瀏覽數、廣告、本站部位無關。',
  boards: '市場',
  list: '熱門股票，依成交額',
  rank: (place: number) => `第 ${place} 名`,
  turnover: (amount: string) => `成交額 ${amount}`,
  none: '今日尚無成交。',
}

export type HotTexts = typeof texts
