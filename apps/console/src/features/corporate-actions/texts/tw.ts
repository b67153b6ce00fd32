import type { CorporateActionState } from '@fairlot/contract/corporate-actions/states'

const states: Record<CorporateActionState, string> = { announced: '已公告', ex: '已除息', paid: '已發放' }

export const texts = {
  add: '新增股利',
  note: '核准後公告，內容不能再改。除息日前一天收盤還持有的人有資格，其餘自動完成。',
  label: '現金股利',
  none: '還沒有股利。',
  noneText: '一人提案，另一人核准後公告。',
  symbol: '代號',
  name: '名稱',
  cash: '每股股利',
  exOn: '除息日',
  paysOn: '發放日',
  state: '狀態',
  states,
  reference: '參考價',
  holders: '人數',
  gross: '股利',
  withheld: '補充保費',
  owed: '融券補償',
  paid: '已入帳',
  proposed: '待第二人核准',
  form: {
    title: '新增股利',
    cash: '每股股利（元）',
    reason: '理由與公告出處',
    required: '必填。',
    bad: '格式不正確。',
  },
}
export type CorporateActionsTexts = typeof texts
