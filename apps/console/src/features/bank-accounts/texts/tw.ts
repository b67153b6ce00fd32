import type { BankAccountRejection, BankAccountState } from '@fairlot/contract/bank-accounts'

const states: Readonly<Record<BankAccountState, string>> = {
  pending: '待審',
  verified: '已通過',
  rejected: '已退回',
  removed: '已移除',
}
const rejectionReasons: Readonly<Record<BankAccountRejection, string>> = {
  'name-differs': '戶名不符',
  'account-unknown': '查無帳號',
  'bank-refused': '銀行拒絕',
  expired: '審核逾期',
  cancelled: '會員撤回',
}

export const texts = {
  states,
  rejectionReasons,
  list: {
    search: '姓名、手機、會員編號、單號、末碼',
    label: '銀行帳戶',
    bank: '銀行',
    holder: '戶名',
    usable: '可提領時間',
    coolingDown: '冷卻中',
    emptyText: '會員登記的銀行帳戶會出現在這裡。',
  },
}
export type BankAccountsTexts = typeof texts
