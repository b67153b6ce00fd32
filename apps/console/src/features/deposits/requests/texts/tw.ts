import type { DepositRejection, DepositState } from '@fairlot/contract/deposits'

const states: Readonly<Record<DepositState, string>> = {
  pending: '待審',
  passed: '已入帳',
  rejected: '已退回',
}
const rejectionReasons: Readonly<Record<DepositRejection, string>> = {
  'not-received': '查無入帳',
  'amount-differs': '金額不符',
  'name-differs': '戶名不符',
  'receipt-unreadable': '回單無法辨識',
  'receipt-used': '回單重複',
  'third-party': '非本人帳戶',
  cancelled: '會員撤回',
  expired: '逾期',
}
const steps: Readonly<Record<string, string>> = {
  sent: '會員送出',
  booked: '兩人核准，入帳',
  rejected: '退回',
  expired: '逾期失效',
  cancelled: '會員撤回',
}
const differences: Readonly<Record<string, string>> = {
  amount: '金額不符',
  'no-reference': '無附言',
  time: '時間不符',
}

export const texts = {
  tabs: { label: '儲值', requests: '單據', channels: '通道', lines: '銀行明細', statements: '銀行檔案' },
  states,
  rejectionReasons,
  steps,
  differences,
  events: {
    'deposit.booked': '儲值入帳',
    'deposit.reversed': '儲值沖回',
    'deposit.rebooked': '儲值入帳（更正）',
  } as Readonly<Record<string, string>>,
  list: {
    search: '姓名、手機、會員編號、單號、附言、末碼',
    label: '儲值單據',
    amount: '金額',
    statement: '銀行明細',
    none: '尚未配對',
    agrees: '相符',
    emptyText: '會員送出的儲值會出現在這裡。',
  },
  record: {
    label: '儲值紀錄',
    claimed: '會員申報',
    booked: '實際入帳',
    reference: '附言',
    from: '轉出帳號',
    bank: '銀行明細',
    bankTime: '銀行時間',
    noLedger: '未入帳，無分錄。',
  },
  reverse: {
    action: '沖回這筆儲值',
    title: (number: string) => `沖回 ${number}`,
    text: (booked: string, available: string) =>
      `沖回整筆 ${booked} 的分錄，含銀行科目。會員目前可用 ${available}。須第二人核准。`,
    right: '正確金額',
    rightHelp: '無銀行明細。未收到款項請留空；否則須小於原入帳金額。',
    rightLine: (amount: string) => `銀行明細為 ${amount}，正確金額須相同。`,
    noAmount: '請填寫金額，例如 50,000.00；未收到款項請留空。',
    tw: '給會員的訊息（中文）',
    en: '給會員的訊息（英文）',
    reason: '給第二位核准人與稽核的說明',
    required: '請填寫。',
    corrected: '更正',
    reversed: '沖回',
    booked: '改入帳',
    nothing: '未入帳',
    message: '給會員的訊息',
    at: '更正時間',
  },
}
export type DepositsTexts = typeof texts
