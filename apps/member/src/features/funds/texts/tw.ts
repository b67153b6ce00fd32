export const texts = {
  title: '我的分錄',
  intro: '每一筆變動都是一行分錄，只能新增，不能改。',
  balance: '帳本餘額',
  lines: '分錄',
  after: (amount: string) => `餘額 ${amount}`,
  older: '載入更早的分錄',
  verdict: {
    title: '在這支手機上加總',
    addsUp: '相符',
    soFar: '目前相符',
    mismatch: '不符',
  },
  addsUp: (count: number) => `${count} 行分錄加起來，正好等於帳本餘額。`,
  soFar: (count: number) => `最近 ${count} 行前後相接，沒有缺漏。載入全部後可以加總到餘額。`,
  mismatch: '分錄和餘額對不上。請把畫面保存下來並聯絡客服，我們會查清楚。',
  sum: '分錄合計',
  balanceRow: '帳本餘額',
  difference: '差額',
  none: '還沒有分錄',
  events: {
    'practice-grant': '模擬資金',
  } as Readonly<Record<string, string>>,
  accounts: {
    available: '可用資金',
    held: '凍結資金',
    receivable: '交割中應收',
    'held-receivable': '凍結的應收',
    payable: '交割中應付',
    collateral: '擔保',
    loan: '借款',
    interest: '利息',
  } as Readonly<Record<string, string>>,
}

export type FundsTexts = typeof texts
