export const texts = {
  filter: '狀態',
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} 件待審，無逾時` : `${pending} 件待審，${late} 件超過承諾時間`,
  number: '單號',
  member: '會員',
  wait: '等待時間',
  promised: '承諾時間',
  late: '逾時',
  decided: '審結時間',
  state: '狀態',
  first: '待第一人',
  second: '待第二人',
  unsigned: '無裝置簽章',
  empty: '目前沒有資料',
  close: '關閉',
  record: {
    sent: (time: string) => `${time} 送出`,
    facts: '內容',
    fee: '手續費',
    promised: '承諾時間',
    decided: '審結時間',
    bankNumber: '銀行交易序號',
    rejectionReason: '原因',
    note: '給會員的說明',
    steps: '處理經過',
    ledger: '分錄',
    head: ['事件', '帳戶', '金額'] as readonly [string, string, string],
    open: '查看審核',
  },
  /** Each key is the last part of a ledger account's code. */
  accounts: {
    available: '會員可用',
    held: '會員凍結',
    bank: '銀行',
    payouts: '應付',
    deposit: '儲值手續費',
    withdrawal: '提領手續費',
  } as Readonly<Record<string, string>>,
}

export type RequestListTexts = typeof texts
