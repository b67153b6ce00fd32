import type { BankAccountRejection } from '@fairlot/contract/bank-accounts'

const rejectionReasons: Record<BankAccountRejection, string> = {
  'name-differs': '戶名與實名不符',
  'account-unknown': '銀行查無此帳號',
  'bank-refused': '銀行不接受轉入這個帳號',
  expired: '審核逾期，請重新新增',
  cancelled: '你已取消',
}

export const texts = {
  lead: (max: number) => `僅能提領到你本人名下的帳戶，最多 ${max} 個。`,
  preferred: '預設',
  states: { pending: '審核中', verified: '已驗證', coolingDown: '等待期', rejected: '未通過' },
  since: (time: string) => `${time} 新增`,
  waiting: '由兩位人員核對戶名，通常一小時內完成',
  usable: (time: string, left: string) => `${time} 起可用，還有 ${left}`,
  rejectionReasons,
  makeDefault: '設為預設',
  remove: '刪除',
  again: '重新送出',
  coolDown: (hours: number) =>
    `新增後須等 ${hours} 小時才能提領。即使他人取得你的密碼，也無法立即更換帳戶提走資金。`,
  none: '請新增本人名下的銀行帳戶，才能提領。',
  add: '新增銀行帳戶',
  full: (max: number) => `已有 ${max} 個，請先刪除一個再新增`,
  removing: {
    title: (name: string) => `刪除 ${name}？`,
    text: (hours: number) => `刪除後不能再提領到這個帳戶。如要再使用，須重新新增並等 ${hours} 小時。`,
    yes: '刪除',
    no: '保留',
  },
  form: {
    holder: '戶名',
    holderHelp: '與實名認證相同，不能修改',
    currency: '幣別',
    bank: '銀行',
    choose: '選擇銀行',
    search: '代碼或名稱',
    notFound: '查無這家銀行。請試試三位數代碼，例如 808。',
    bankName: '銀行名稱',
    swift: 'SWIFT 代碼',
    branch: '分行',
    branchCode: '分行代碼',
    number: '帳號',
    digits: (typed: number, max: number) => `${typed} / ${max} 碼`,
    numberHelp: (min: number, max: number) => `${min} 到 ${max} 碼，不需空格`,
    missing: (count: number) => `帳號還少 ${count} 碼`,
    ifsc: 'IFSC 代碼',
    ifscHelp: '四個英文字母、一個 0、六個英數字',
    upi: 'UPI 帳號（選填）',
    required: '這一欄必填',
    note: (hours: number) =>
      `送出後由兩位人員核對，通常一小時內完成。自送出起滿 ${hours} 小時才能提領，你的其他裝置也會收到通知。`,
    fill: (field: string) => `請填寫${field}`,
    send: '送出',
    signing: (bank: string, ending: string) => `新增 ${bank} •••• ${ending}，請用資金密碼確認。`,
    offline: '未收到回應。再試一次不會重複新增。',
  },
}

export type BankAccountsTexts = typeof texts
