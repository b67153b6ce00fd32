import type { DepositFault, DepositState } from '@fairlot/contract/deposits'

const states: Readonly<Record<DepositState, string>> = {
  pending: '待審',
  passed: '已入帳',
  rejected: '已退回',
}
const faults: Readonly<Record<DepositFault, string>> = {
  'not-received': '沒有收到款項',
  'amount-differs': '金額不同',
  'name-differs': '戶名不同',
  'receipt-unreadable': '回單看不清楚',
  'receipt-used': '回單用過',
  'third-party': '不是本人帳戶',
  taken_back: '會員撤回',
  expired: '逾期',
}
const steps: Readonly<Record<string, string>> = {
  sent: '會員送出',
  booked: '兩人核准，入帳',
  rejected: '退回',
  expired: '逾期失效',
  'taken-back': '會員撤回',
}
const differences: Readonly<Record<string, string>> = {
  amount: '金額不同',
  'no-reference': '沒有附言',
  time: '時間不合',
}
/** By the last part of a ledger account's code. */
const accounts: Readonly<Record<string, string>> = {
  available: '會員可用',
  held: '會員凍結',
  bank: '銀行',
  payouts: '應付',
  deposit: '儲值手續費',
}

export const texts = {
  tabs: { label: '儲值', requests: '單據', channels: '通道', lines: '銀行明細', statements: '銀行檔案' },
  states,
  faults,
  steps,
  differences,
  accounts,
  events: {
    'deposit.booked': '儲值入帳',
    'deposit.reversed': '儲值沖回',
    'deposit.rebooked': '儲值入帳（更正）',
  } as Readonly<Record<string, string>>,
  list: {
    label: '儲值單據',
    amount: '金額',
    statement: '銀行明細',
    none: '還沒對到',
    agrees: '相符',
    emptyText: '會員送出的儲值會出現在這裡。',
  },
  record: {
    label: '儲值紀錄',
    sent: (time: string) => `${time} 送出`,
    claimed: '會員申報',
    booked: '實際入帳',
    fee: '手續費',
    reference: '附言',
    from: '轉出帳號',
    promised: '承諾時間',
    decided: '結果時間',
    fault: '原因',
    note: '給會員的說明',
    facts: '內容',
    bank: '銀行明細',
    bankNumber: '銀行交易序號',
    bankTime: '銀行時間',
    steps: '經過',
    ledger: '分錄',
    noLedger: '沒有分錄：沒有入帳。',
    head: ['事件', '帳戶', '金額'] as readonly [string, string, string],
    open: '看審核',
  },
  reverse: {
    action: '沖回這筆儲值',
    title: (number: string) => `沖回 ${number}`,
    text: (booked: string, available: string) =>
      `整筆 ${booked} 的分錄全部沖回，含銀行科目。會員目前可用 ${available}。要第二個人核准。`,
    right: '正確金額',
    rightHelp: '沒有銀行明細。沒收到錢就留空；否則要小於原入帳金額。',
    rightLine: (amount: string) => `銀行明細是 ${amount}，正確金額要相同。`,
    noAmount: '請填金額，例如 50,000.00；沒收到錢就留空。',
    tw: '會員看到的中文',
    en: '會員看到的英文',
    reason: '給第二個人和稽核的理由',
    required: '這一項必填。',
    corrected: '更正',
    reversed: '沖回',
    booked: '改入帳',
    nothing: '沒有入帳',
    words: '會員看到的說明',
    at: '更正時間',
  },
}
export type DepositsTexts = typeof texts
