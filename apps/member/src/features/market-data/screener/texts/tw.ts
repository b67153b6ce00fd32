import type { RangeName } from '../screen-query.ts'

const names: Readonly<Record<RangeName, string>> = {
  price: '股價',
  change: '漲跌幅',
  volume: '成交量',
  turnover: '成交額',
  pe: '本益比',
  dividendYield: '殖利率',
}

const units: Readonly<Record<RangeName, string>> = {
  price: '元',
  change: '%',
  volume: '張',
  turnover: '百萬元',
  pe: '倍',
  dividendYield: '%',
}

const measured = (name: RangeName, value: string): string =>
  units[name] === '%' ? `${value}%` : `${value} ${units[name]}`

export const texts = {
  saved: '儲存的條件',
  max: (max: number) => `最多 ${max} 組`,
  matches: (count: number) => `${count} 檔`,
  conditions: '條件，須全部符合',
  noConditions: '尚未設定條件，列出全部股票與 ETF。',
  clear: '清除',
  edit: '設定條件',
  remove: (condition: string) => `移除條件 ${condition}`,
  names,
  units,
  range: (name: RangeName, from: string, to: string): string =>
    from === ''
      ? `${names[name]} ≤ ${measured(name, to)}`
      : to === ''
        ? `${names[name]} ≥ ${measured(name, from)}`
        : `${names[name]} ${from} 到 ${measured(name, to)}`,
  industry: '產業',
  industries: (list: readonly string[]) => `產業 ${list.join('、')}`,
  manyIndustries: (count: number) => `產業 ${count} 類`,
  kind: '類別',
  kinds: { any: '全部', stock: '股票', etf: 'ETF' },
  limit: '漲跌停',
  limits: { any: '不限', up: '漲停', down: '跌停' },
  from: (name: RangeName) => `${names[name]}下限`,
  to: (name: RangeName) => `${names[name]}上限`,
  notNumber: '請輸入數字，最多兩位小數。',
  order: '上限不可低於下限。',
  apply: '套用條件',
  result: (count: number) => `符合 ${count} 檔`,
  of: (total: number) => `共 ${total} 檔`,
  link: { copy: '複製連結', copied: '已複製連結', failed: '無法複製' },
  sort: '排序',
  sortings: { turnover: '成交額', volume: '成交量', change: '漲跌幅', price: '股價', symbol: '代號' },
  columns: { stock: '股票', traded: '成交量／額', price: '股價／漲跌幅' },
  lots: (lots: string) => `${lots} 張`,
  lacking: (count: number) => `另有 ${count} 檔尚無本益比或殖利率資料，不列入。`,
  list: '符合條件的股票',
  none: '目前沒有股票符合全部條件。',
  save: '儲存條件',
  delete: '刪除這組條件',
  deleted: '已刪除條件',
  savedToast: '已儲存條件',
  name: '條件名稱',
  nameHelp: '同名的條件會被取代。',
  required: '請輸入條件名稱',
  rule: '依今日即時行情，尚未成交者以參考價計算。',
}

export type ScreenerTexts = typeof texts
