import type { PlacementKind, PlacementMethod, PlacementState } from '@fairlot/contract/placements/states'

const kinds: Record<PlacementKind, string> = { placing: '配售', etf: 'ETF 募集' }
const methods: Record<PlacementMethod, string> = { 'pro-rata': '按比例', lot: '抽籤' }
const states: Record<PlacementState, string> = {
  open: '收件',
  drawing: '待抽籤',
  allotting: '入帳中',
  allotted: '已分配',
  void: '已作廢',
}

export const texts = {
  add: '新增配售',
  note: '核准後立刻凍結席位的股票並公布抽籤承諾，條件不能再改。截止後由兩人解鎖抽籤，其餘自動完成。',
  label: 'ETF 與配售',
  none: '還沒有配售。',
  noneText: '一人提案，另一人核准後公開。',
  symbol: '代號',
  name: '名稱',
  kind: '種類',
  price: '價格',
  lots: '張數',
  applied: '申請張數',
  applications: '申請人數',
  state: '狀態',
  next: '下一步',
  kinds,
  methods,
  states,
  proposed: '待第二人核准',
  steps: {
    open: (when: string) => `${when} 開放`,
    close: (when: string) => `${when} 截止`,
    draw: (when: string) => `${when} 抽籤，請先解鎖`,
    deliver: (day: string) => `${day} 撥券`,
  },
  detail: {
    label: '配售',
    close: '關閉',
    terms: '條件',
    seat: '賣方席位',
    method: '分配',
    perPerson: '每人張數',
    opens: '開放',
    closes: '截止',
    draws: '抽籤與分配',
    delivers: '撥券日',
    results: '申請與結果',
    held: '凍結中',
    allotted: '已入帳張數',
    cancelled: '會員取消',
    void: '不符資格或退款',
    review: (number: string) => `核准單 ${number}`,
  },
  form: {
    title: '新增配售',
    seat: '賣方席位',
    kind: '種類',
    method: '分配方式',
    minLots: '每人最少張數',
    maxLots: '每人最多張數',
    lotHelp: '抽籤時兩者相同',
    reason: '理由與合約',
    required: '必填。',
    bad: '格式不正確。',
  },
}
export type PlacementsTexts = typeof texts
