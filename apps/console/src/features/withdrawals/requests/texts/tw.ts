import type { WithdrawalRejection } from '@fairlot/contract/withdrawals'

const views = {
  pending: '待審',
  queued: '待付款',
  sent: '已送銀行',
  paid: '已到帳',
  returned: '退匯',
  rejected: '已退回',
}
const rejectionReasons: Readonly<Record<WithdrawalRejection, string>> = {
  'name-differs': '戶名不符',
  'account-refused': '帳戶無法收款',
  'not-confirmed': '無法確認本人',
  'suspected-takeover': '疑似盜用',
  'court-order': '法院或主管機關命令',
  'bank-returned': '銀行退匯',
  cancelled: '會員撤回',
  expired: '逾期',
}
const steps: Readonly<Record<string, string>> = {
  sent: '送出',
  passed: '兩人核准，排入付款',
  queued: '排入付款',
  paid: '銀行回報已付款',
  returned: '銀行退匯，款項退回會員',
  rejected: '退回',
  expired: '逾期失效',
  cancelled: '會員撤回',
}
const events: Readonly<Record<string, string>> = {
  'withdrawal.held': '凍結',
  'withdrawal.released': '解凍',
  'withdrawal.passed': '轉為應付',
  'withdrawal.paid': '銀行已付',
  'withdrawal.returned': '退匯',
}

export const texts = {
  tabs: { label: '提領', requests: '單據', payouts: '付款檔' },
  views,
  rejectionReasons,
  steps,
  events,
  toBank: '送銀行',
  list: {
    search: '姓名、手機、會員編號、單號、附言、末碼',
    label: '提領單據',
    to: '轉入',
    amount: '金額',
    moved: '最新進度',
    emptyText: '會員送出的提領會出現在這裡。',
  },
  record: {
    label: '提領紀錄',
    reference: '付款單號',
    withdrawable: '送出時可提領',
    signed: '裝置簽章',
    yes: '有',
    no: '無',
    back: '提案退匯',
    waiting: (number: string, by: string) => `${number} 退匯提案待第二人核准，${by} 提案`,
  },
  returning: {
    title: '提案退匯',
    text: '銀行退回款項時使用。第二人核准後，金額與手續費退還會員。',
    reason: '退匯原因',
    reasonHelp: '會員會看到。',
    required: '請填寫。',
    send: '送出提案',
    cancel: '取消',
    sent: (number: string) => `${number} 已送出，待第二人核准。`,
  },
}
export type WithdrawalsTexts = typeof texts
