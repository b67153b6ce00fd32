import type { PayoutStage, WithdrawalFault, WithdrawalState } from '@fairlot/contract/withdrawals'

const states: Record<WithdrawalState, string> = { pending: '審核中', passed: '已核准', rejected: '已退回' }
const stages: Record<PayoutStage, string> = {
  queued: '等銀行付款',
  sent: '銀行付款中',
  paid: '已到帳',
  returned: '銀行退回',
}
const faults: Record<WithdrawalFault, string> = {
  'name-differs': '收款帳戶的戶名和你的實名不同。',
  'account-refused': '這個帳號收不到錢，請核對帳號。',
  'not-confirmed': '我們無法確認是你本人申請，請聯絡客服。',
  'suspected-takeover': '這次操作不像你本人，所以先擋下來。請聯絡客服確認。',
  'court-order': '依法院或主管機關的命令，這筆不能付。',
  'bank-returned': '收款銀行把錢退回來了。',
  taken_back: '你收回了這筆提領。',
  expired: '太久沒有結果，這筆已失效。請再送一次。',
}

export const texts = {
  states,
  stages,
  faults,
  records: '提領紀錄',
  to: '提領到',
  choose: '選擇帳戶',
  resting: (time: string, left: string) => `${time} 起可用，還有 ${left}`,
  unusable: { pending: '審核中，還不能用', rejected: '沒通過，不能用' },
  noCard: {
    title: '還沒有可以提領的帳戶',
    text: '新增一個你本人名下的銀行帳號。新帳號要等一段時間才能提領。',
    add: '新增銀行帳號',
  },
  allResting: '帳戶還在等待期或審核中。',
  all: '全部提領',
  withdrawable: (amount: string) => `可提領 ${amount}`,
  bounds: (min: string, max: string) => `每筆 ${min} – ${max}`,
  left: (amount: string, times: number) => `今天還可提領 ${amount}，${times} 次`,
  settling: {
    title: '還在交割，到時才能提領',
    on: (day: string) => `${day} 交割`,
    owed: '待付款項，先從可提領扣除',
    called: '融資追繳金額，補足前不能提領',
  },
  fee: '手續費',
  taken: '從可用資金扣',
  expected: '預計到帳',
  before: (time: string) => `${time} 前`,
  arrives: '實際到帳',
  pin: '資金密碼',
  forgot: '忘記了',
  rule: '由兩位不同的人核准。審核期間金額先凍結，付款前隨時可以收回。',
  pending: { title: '有一筆提領審核中', text: '有結果後才能再送下一筆' },
  rest: (time: string, left: string) =>
    `密碼或裝置剛變更，${time} 之後才能提領，還有 ${left}。這段時間讓你有機會發現不是你做的。`,
  closed: (time: string, open: string, close: string) =>
    `現在是休息時間。平日 ${open}–${close} 受理，${time} 開始。`,
  unset: '還沒有設定資金密碼，提領要用它確認。',
  set: '設定資金密碼',
  todo: {
    card: '先選帳戶',
    amount: '先填金額',
    low: (min: string) => `最少 ${min}`,
    high: (max: string) => `最多 ${max}`,
    today: (left: string) => `今天最多再提領 ${left}`,
    times: '今天的次數用完了，明天再提領',
    short: (missing: string) => `可提領不足，還差 ${missing}`,
    fix: '改成可提領的金額',
    pin: '輸入資金密碼',
    rest: (left: string) => `還要等 ${left}`,
    closed: (time: string) => `${time} 開始受理`,
  },
  send: (amount: string) => `確認提領 ${amount}`,
  sending: {
    sending: '送出中',
    unknown: '沒有收到回應，正在查這筆提領有沒有送到。請別再送一次。',
    missing: '查過了，這筆沒有送到，錢沒有動。再輸入資金密碼就能重送同一筆，不會變成兩筆。',
    busy: '系統忙碌，這筆沒有送出，錢沒有動。請再試一次。',
    drop: '不提領了',
  },
  keypad: '數字鍵盤',
  deleteDigit: '刪除一位',
  statistics: {
    title: (days: number) => `最近 ${days} 天所有人的提領`,
    count: '筆數',
    median: '一半在這之內到帳',
    slow: '九成在這之內到帳',
    kept: '準時的比例',
    rejected: '退回',
    none: '還沒有到帳的提領可以統計。',
    unit: (count: number) => `${count} 筆`,
  },
}

export type WithdrawalsTexts = typeof texts
