import type { BankAccountFault } from '@fairlot/contract/bank-accounts'

const faults: Record<BankAccountFault, string> = {
  'name-differs': '戶名和實名不同',
  'account-unknown': '銀行查不到這個帳號',
  'bank-refused': '銀行不接受轉入這個帳號',
  expired: '審核逾期，請再新增一次',
  taken_back: '你收回了',
}

export const texts = {
  lead: (max: number) => `只能提領到你本人名下的帳號，最多 ${max} 個。`,
  preferred: '預設',
  states: { pending: '審核中', verified: '已驗證', resting: '等待期', rejected: '沒通過' },
  since: (time: string) => `${time} 新增`,
  waiting: '兩個人核對戶名，通常一小時內',
  usable: (time: string, left: string) => `${time} 起可用，還有 ${left}`,
  faults,
  makeDefault: '設為預設',
  remove: '刪除',
  again: '重新送',
  rest: (hours: number) => `新增後要等 ${hours} 小時才能提領。就算別人拿到你的密碼，也來不及換帳號把錢領走。`,
  none: '新增一個你本人名下的帳號，才能把錢提領出去。',
  add: '新增銀行帳號',
  full: (max: number) => `已經有 ${max} 個，先刪一個才能新增`,
  removing: {
    title: (name: string) => `刪除 ${name}？`,
    text: (hours: number) => `之後不能再提領到這裡。要再用得重新新增，並再等 ${hours} 小時。`,
    yes: '刪除',
    no: '留著',
  },
  form: {
    holder: '戶名',
    holderHelp: '和實名認證相同，不能改',
    currency: '幣別',
    bank: '銀行',
    choose: '選擇銀行',
    search: '代碼或名稱',
    notFound: '沒有這家銀行。試試三位數代碼，例如 808。',
    bankName: '銀行名稱',
    swift: 'SWIFT 代碼',
    branch: '分行',
    branchCode: '分行代碼',
    number: '帳號',
    digits: (typed: number, max: number) => `${typed} / ${max} 碼`,
    numberHelp: (min: number, max: number) => `${min} 到 ${max} 碼，不用打空格`,
    missing: (count: number) => `還差 ${count} 碼`,
    ifsc: 'IFSC 代碼',
    ifscHelp: '四個英文字母、一個 0、六個字',
    upi: 'UPI 帳號（選填）',
    required: '這一欄要填',
    note: (hours: number) =>
      `送出後由兩個人核對，通常一小時內。通過前後共等 ${hours} 小時才能提領，你的其他裝置也會收到通知。`,
    fill: (field: string) => `還差${field}`,
    send: '送出',
    signing: (bank: string, ending: string) => `新增 ${bank} •••• ${ending}，請用資金密碼確認。`,
    offline: '沒有收到回應。再試一次不會重複新增。',
  },
}

export type BankAccountsTexts = typeof texts
