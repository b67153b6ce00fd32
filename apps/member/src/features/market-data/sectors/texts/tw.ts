const short: Readonly<Record<string, string>> = { 電腦及週邊設備業: '電腦週邊' }

export const texts = {
  legend: '面積為今日成交額，顏色為漲跌幅。',
  rule: '漲跌幅為各檔依成交額加權平均，不含 ETF。產業依證交所與櫃買中心分類，未分類者列入其他業。',
  map: '類股圖，依成交額',
  shown: (shown: number, share: string) => `圖中為成交額最大的 ${shown} 類，占 ${share}`,
  /** On a tile; the list and the screen reader have the whole name. */
  name: (name: string) => short[name] ?? name.replace(/工?業$/, ''),
  turnover: (amount: string) => `成交 ${amount}`,
  spoken: (sector: {
    name: string
    change: string
    turnover: string
    rising: number
    flat: number
    falling: number
  }) =>
    `${sector.name}，${sector.change}，成交額 ${sector.turnover}，上漲 ${sector.rising} 檔，平盤 ${sector.flat} 檔，下跌 ${sector.falling} 檔`,
  unknown: '未成交',
  limitUp: (count: number) => `漲停 ${count}`,
  limitDown: (count: number) => `跌停 ${count}`,
  stocks: (count: number) => `${count} 檔`,
  openAll: (name: string, count: number) => `${name}全部 ${count} 檔`,
  leaders: (name: string) => `${name}成交額最大的股票`,
  all: '全部類股',
  breadth: { rising: '上漲', flat: '平盤', falling: '下跌' },
  none: '目前沒有股票。',
  quiet: '今日尚無成交，有成交後顯示類股圖。',
}

export type SectorsTexts = typeof texts
