import type { BankAccountFault, BankAccountState } from '@fairlot/contract/bank-accounts'

const states: Readonly<Record<BankAccountState, string>> = {
  pending: '待審',
  verified: '已通過',
  rejected: '已退回',
  removed: '已移除',
}
const faults: Readonly<Record<BankAccountFault, string>> = {
  'name-differs': '戶名不同',
  'account-unknown': '查無帳號',
  'bank-refused': '銀行拒絕',
  expired: '審核逾期',
  taken_back: '會員撤回',
}

export const texts = {
  filter: '狀態',
  states,
  faults,
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} 件待審，沒有逾時` : `${pending} 件待審，${late} 件超過承諾時間`,
  list: {
    label: '銀行帳戶',
    number: '單號',
    member: '會員',
    bank: '銀行',
    holder: '戶名',
    currency: '幣別',
    wait: '等待',
    promised: '承諾',
    late: '超過承諾',
    decided: '結果時間',
    usable: '可以提領',
    resting: '冷卻中',
    state: '狀態',
    first: '待第一人',
    second: '待第二人',
    unsigned: '沒有裝置簽章',
    empty: '暫無數據',
    emptyText: '會員登記的銀行帳戶會出現在這裡。',
    more: '再看更多',
  },
}
export type BankAccountsTexts = typeof texts
