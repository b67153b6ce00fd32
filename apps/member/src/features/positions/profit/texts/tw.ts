import type { DataOf } from '@fairlot/contract'

type Counts = DataOf<'/positions/statementCounts'>

export const texts = {
  ranges: { label: '期間', '7d': '1 週', '30d': '1 個月', '90d': '3 個月', '1y': '1 年', all: '全部' },
  hero: {
    '7d': '1 週損益，已扣存提',
    '30d': '1 個月損益，已扣存提',
    '90d': '3 個月損益，已扣存提',
    '1y': '1 年損益，已扣存提',
    all: '開戶以來損益，已扣存提',
  },
  shown: { label: '走勢內容', result: '扣除存提', total: '總資產' },
  sum: (opening: string, paidIn: string, profit: string, total: string) =>
    `期初 ${opening}，存提 ${paidIn}，損益 ${profit}，合計 ${total}`,
  table: {
    show: '每日數字',
    caption: '每個交易日結束時的總資產，今天為目前的數字',
    date: '日期',
    paidIn: '存提淨額',
    profit: '當日損益',
    total: '總資產',
  },
  paid: (date: string, amount: string) => `${date} 存提 ${amount}`,
  strip: '近 1 個月',
  stripYoung: (date: string) => `資產走勢從 ${date} 開始累積`,
  index: (index: string, points: string, more: boolean) =>
    `同期上市指數 ${index}，${more ? '領先' : '落後'}大盤 ${points} 個百分點`,
  indexSame: (index: string) => `同期上市指數 ${index}，與大盤相同`,
  indexOnly: (index: string) => `同期上市指數 ${index}`,
  chart: (from: string, to: string, lowest: string, highest: string, now: string) =>
    `${from} 到 ${to} 的損益：最低 ${lowest}，最高 ${highest}，現在 ${now}`,
  totalChart: (from: string, to: string, lowest: string, highest: string, now: string) =>
    `${from} 到 ${to} 的總資產：最低 ${lowest}，最高 ${highest}，現在 ${now}`,
  worst: '最大回落',
  realised: '已實現',
  unrealised: '未實現變動',
  rebates: '手續費券折抵',
  profit: '損益合計',
  partsNote: '已實現為平倉後扣除費稅與利息的結果。未實現變動含進場費稅與已計利息，尚未扣賣出時的費稅。',
  drawdown: '最大回落',
  won: '獲利筆數',
  wonOf: (won: number, closed: number) => `${won}／${closed}`,
  costs: '已付費用與稅',
  allocation: '資產配置',
  asOf: (time: string) => `市值，${time}`,
  kinds: { stock: '股票', cash: '現金', collateral: '保證金與擔保', loan: '借款與應付', borrowed: '借券' },
  total: '總資產',
  short: (name: string) => `${name}（空）`,
  shares: (parts: string) => `資產配置：${parts}`,
  risk: (name: string, amount: string) => `${name}占比最高。若下跌 10%，總資產約減少 ${amount}。`,
  riskShort: (name: string, amount: string) => `${name}占比最高。若上漲 10%，總資產約減少 ${amount}。`,
  young: (date: string) => `走勢從 ${date} 開始，每個交易日結束時記錄一次，明天起可以看到變化。`,
  statement: {
    title: '匯出對帳單',
    period: '期間',
    own: '自訂',
    from: '從',
    to: '到',
    partial: (from: string, to: string) => `${from} – ${to}，未結束的月份會標示「暫時」`,
    whole: (from: string, to: string) => `${from} – ${to}`,
    wrong: '開始日須早於結束日，且不能選擇未來日期。',
    parts: '內容',
    partNames: {
      ledger: '分錄，逐筆',
      orders: '委託與成交',
      positions: '部位與損益',
      evidence: '每筆的憑據雜湊',
    },
    counts: {
      ledger: ({ ledger }: Counts) => `${ledger} 行`,
      orders: ({ orders, fills }: Counts) => `委託 ${orders}、成交 ${fills}`,
      positions: ({ positions }: Counts) => `${positions} 筆`,
      evidence: ({ hashes }: Counts) => `${hashes} 個`,
    },
    none: '請至少選擇一項。',
    format: '格式',
    signed: '附簽章',
    signedAside: '他人也能驗證',
    signedText: '檔案附平台簽章與雜湊。會計師或銀行不需登入，即可確認內容未經修改。',
    make: (format: string) => `產生 ${format}`,
    saved: (name: string) => `已儲存為 ${name}`,
    hash: '這個檔案的 SHA-256',
    signature: '平台簽章',
  },
}

export type ProfitTexts = typeof texts
