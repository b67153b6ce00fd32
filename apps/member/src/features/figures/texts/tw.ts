import type { FigureName } from '../sums.ts'

const names: Record<FigureName, string> = {
  total: '總資產',
  available: '可用資金',
  held: '凍結資金',
  unsettled: '交割中',
  collateral: '保證金與擔保',
  foreign: '外幣',
  marketValue: '持股市值',
  loans: '借款',
  buyingPower: '購買力',
  withdrawable: '可提領',
  unrealised: '未實現損益',
  dayProfit: '今日損益',
}

export const texts = {
  names,
  how: '計算方式',
  howOf: (name: string) => `${name}的計算方式`,
  terms: '總資產的組成',
  gross: '帳上資產',
  own: '你的',
  borrowed: '借的',
  today: '今日',
  realised: '已實現',
  unrealisedToday: '未實現變動',
  rebates: '手續費券折抵',
  currency: '匯率與換匯',
  asOf: (time: string) => `帳本時間 ${time}`,
}

export type FiguresTexts = typeof texts
