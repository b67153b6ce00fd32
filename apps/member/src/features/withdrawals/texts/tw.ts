import type { PayoutStage, WithdrawalRejection, WithdrawalState } from '@fairlot/contract/withdrawals'

const states: Record<WithdrawalState, string> = { pending: '審核中', passed: '已核准', rejected: '已退回' }
const stages: Record<PayoutStage, string> = {
  queued: '等待銀行付款',
  sent: '銀行付款中',
  paid: '已到帳',
  returned: '銀行退回',
}
const rejectionReasons: Record<WithdrawalRejection, string> = {
  'name-differs': '收款帳戶的戶名與你的實名不符。',
  'account-refused': '這個帳戶無法收款，請核對帳號。',
  'not-confirmed': '無法確認為本人申請，請聯絡客服。',
  'suspected-takeover': '這次操作疑似非本人，已先暫停。請聯絡客服確認。',
  'court-order': '依法院或主管機關的命令，這筆提領不能付款。',
  'bank-returned': '收款銀行已退回款項。',
  cancelled: '你已取消這筆提領。',
  expired: '逾期未審結，這筆提領已失效。請重新送出。',
}

export const texts = {
  states,
  stages,
  rejectionReasons,
  records: '提領紀錄',
  to: '提領到',
  choose: '選擇帳戶',
  coolingDown: (time: string, left: string) => `${time} 起可用，還有 ${left}`,
  unusable: { pending: '審核中，尚不可用', rejected: '未通過，不可用' },
  noCard: {
    title: '尚無可提領的帳戶',
    text: '請新增本人名下的銀行帳戶。新帳戶須經等待期才能提領。',
    add: '新增銀行帳戶',
  },
  allCoolingDown: '帳戶仍在等待期或審核中。',
  all: '全部提領',
  withdrawable: (amount: string) => `可提領 ${amount}`,
  bounds: (min: string, max: string) => `每筆 ${min} – ${max}`,
  left: (amount: string, times: number) => `今天還可提領 ${amount}，${times} 次`,
  settling: {
    title: '交割中，完成交割後可提領',
    on: (day: string) => `${day}交割`,
    owed: '待付款項，已從可提領金額扣除',
    called: '融資追繳金額，補足前不能提領',
  },
  fee: '手續費',
  taken: '從可用資金扣除',
  expected: '預計到帳',
  before: (time: string) => `${time} 前`,
  arrives: '實際到帳',
  pin: '資金密碼',
  forgot: '忘記密碼？',
  rule: '由兩位不同人員核准。審核期間金額會先凍結，付款前可隨時取消。',
  pending: { title: '有一筆提領審核中', text: '審核完成後才能送出下一筆' },
  coolDown: (time: string, left: string) =>
    `密碼或裝置剛變更，${time} 起才能提領，還有 ${left}。若非本人操作，你有時間發現並處理。`,
  closed: (time: string, open: string, close: string) =>
    `目前非受理時間。平日 ${open}–${close} 受理，${time} 開始。`,
  unset: '尚未設定資金密碼，提領須以資金密碼確認。',
  set: '設定資金密碼',
  todo: {
    card: '請選擇帳戶',
    amount: '請輸入金額',
    low: (min: string) => `最少 ${min}`,
    high: (max: string) => `最多 ${max}`,
    today: (left: string) => `今天最多再提領 ${left}`,
    times: '今天的提領次數已用完，請明天再提領',
    short: (missing: string) => `可提領金額不足，還差 ${missing}`,
    fix: '改為可提領金額',
    pin: '請輸入資金密碼',
    coolDown: (left: string) => `還須等候 ${left}`,
    closed: (time: string) => `${time} 開始受理`,
  },
  send: (amount: string) => `確認提領 ${amount}`,
  sending: {
    sending: '送出中',
    unknown: '未收到回應，正在查詢這筆提領是否送達。請勿重複送出。',
    missing: '已查詢，這筆提領未送達，資金沒有變動。輸入資金密碼可重送同一筆，不會重複提領。',
    busy: '系統忙碌中，這筆提領未送出，資金沒有變動。請再試一次。',
    drop: '取消提領',
  },
  keypad: '數字鍵盤',
  deleteDigit: '刪除一位',
  statistics: {
    title: (days: number) => `最近 ${days} 天全體會員的提領`,
    count: '筆數',
    median: '半數到帳時間',
    slow: '九成到帳時間',
    kept: '準時比例',
    rejected: '退回',
    none: '目前沒有已到帳的提領可供統計。',
    unit: (count: number) => `${count} 筆`,
  },
}

export type WithdrawalsTexts = typeof texts
