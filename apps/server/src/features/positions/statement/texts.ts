import type { FigureTerm } from '@fairlot/contract/positions'

export type Language = 'tw' | 'en'

interface StatementTexts {
  readonly title: string
  readonly simulated: string
  readonly simulatedLong: string
  readonly account: string
  readonly period: string
  readonly madeAt: string
  readonly zone: string
  readonly page: string
  readonly figures: Readonly<
    Record<
      FigureTerm | 'title' | 'total' | 'buyingPower' | 'withdrawable' | 'unrealised' | 'dayProfit',
      string
    >
  >
  readonly balances: string
  readonly opening: string
  readonly closing: string
  readonly ledger: string
  readonly orders: string
  readonly fills: string
  readonly positions: string
  readonly evidence: string
  readonly roots: string
  readonly asset: string
  readonly time: string
  readonly date: string
  readonly event: string
  readonly kind: string
  readonly amount: string
  readonly after: string
  readonly symbol: string
  readonly name: string
  readonly what: string
  readonly price: string
  readonly market: string
  readonly shares: string
  readonly filled: string
  readonly state: string
  readonly order: string
  readonly fill: string
  readonly fee: string
  readonly tax: string
  readonly realised: string
  readonly unrealised: string
  readonly loan: string
  readonly id: string
  readonly place: string
  readonly hash: string
  readonly steps: string
  readonly sequence: string
  readonly root: string
  readonly sides: Readonly<Record<'buy' | 'sell', string>>
  readonly purposes: Readonly<Record<'open' | 'close', string>>
  readonly directions: Readonly<Record<'long' | 'short', string>>
  readonly states: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, string>>
  readonly events: Readonly<Record<string, string>>
}

const tw: StatementTexts = {
  title: '對帳單',
  simulated: '模擬',
  simulatedLong: '模擬交易，非真實款項與股票',
  account: '帳號',
  period: '期間',
  madeAt: '製作時間',
  zone: '時區',
  page: '第 {page} 頁，共 {pages} 頁',
  figures: {
    title: '帳戶數字',
    available: '可用資金',
    held: '凍結資金',
    unsettled: '交割中',
    collateral: '保證金與擔保',
    foreign: '外幣',
    marketValue: '持股市值',
    loans: '借款',
    total: '總資產',
    buyingPower: '購買力',
    withdrawable: '可提領',
    unrealised: '未實現損益',
    dayProfit: '今日損益',
  },
  balances: '期初與期末餘額',
  opening: '期初',
  closing: '期末',
  ledger: '帳務明細',
  orders: '委託',
  fills: '成交',
  positions: '部位',
  evidence: '存證',
  roots: '每日簽章根雜湊',
  asset: '資產',
  time: '時間',
  date: '日期',
  event: '事項',
  kind: '子帳戶',
  amount: '金額',
  after: '餘額',
  symbol: '代號',
  name: '名稱',
  what: '類別',
  price: '價格',
  market: '市價',
  shares: '股數',
  filled: '已成交',
  state: '狀態',
  order: '委託',
  fill: '成交',
  fee: '手續費',
  tax: '證交稅',
  realised: '已實現損益',
  unrealised: '未實現損益',
  loan: '借款金額',
  id: '編號',
  place: '位置',
  hash: '雜湊或分錄',
  steps: '歷程步數',
  sequence: '撮合序號',
  root: '根雜湊',
  sides: { buy: '買進', sell: '賣出' },
  purposes: { open: '開倉', close: '平倉' },
  directions: { long: '做多', short: '做空' },
  states: {
    entrusted: '委託中',
    filled: '全部成交',
    cancelled: '已取消',
    refused: '未成立',
    holding: '持有中',
    'preparing-to-close': '平倉中',
    closed: '已平倉',
  },
  kinds: {
    available: '可用',
    held: '凍結',
    receivable: '應收',
    'held-receivable': '凍結應收',
    payable: '應付',
    dividend: '應收股利',
    collateral: '擔保品',
    loan: '借款',
    interest: '應付利息',
  },
  events: {
    'practice-grant': '模擬資金',
    'order.held': '委託凍結',
    'order.reduced': '部分解凍',
    'order.released': '委託解凍',
    'conditional.held': '條件單凍結',
    'conditional.released': '條件單解凍',
    'trade.open-long': '做多成交',
    'trade.close-long': '做多平倉成交',
    'trade.open-short': '做空成交',
    'trade.close-short': '做空回補成交',
    'day-trade.kept': '當沖轉留倉，補稅費',
    'interest.accrued': '借款利息',
    'settlement.arrived': '交割入帳',
    'margin.top-up': '補繳保證金',
    'deposit.booked': '儲值入帳',
    'deposit.reversed': '儲值沖回',
    'deposit.rebooked': '儲值入帳（更正）',
    'subscription.held': '申購凍結',
    'subscription.released': '申購解凍',
    'subscription.drawn': '申購抽籤',
    'auction.held': '競拍凍結',
    'auction.cancelled': '取消標單',
    'auction.released': '競拍解凍',
    'auction.opened': '競拍開標',
    'auction.delivered': '競拍撥券',
    'auction.forfeited': '保證金沒收',
    'subscription.delivered': '新股撥券',
    'block.held': '鉅額交易凍結',
    'block.released': '鉅額交易解凍',
    'credit.disbursed': '借款撥款',
    'credit.repaid': '還款',
    'credit.collected': '賣股還款',
    'credit.accrued': '借款利息',
    'credit.pledged': '股票設質',
    'credit.freed': '股票解質',
    'block.traded': '鉅額交易買進',
    'copy.held': '跟單凍結',
    'copy.released': '跟單解凍',
    'copy.spent': '跟單買進',
    'placement.held': '配售凍結',
    'placement.released': '配售解凍',
    'placement.allotted': '配售取得',
    'dividend.accrued': '應收股利',
    'dividend.paid': '現金股利',
    'currency.exchanged': '換匯',
    'withdrawal.held': '提領凍結',
    'withdrawal.released': '提領解凍',
    'withdrawal.passed': '提領核准',
    'withdrawal.returned': '提領退回',
  },
}

const en: StatementTexts = {
  title: 'Statement',
  simulated: 'SIMULATED',
  simulatedLong: 'Simulated trading, no real money and no real shares',
  account: 'Account',
  period: 'Period',
  madeAt: 'Created at',
  zone: 'Time zone',
  page: 'Page {page} of {pages}',
  figures: {
    title: 'Account figures',
    available: 'Available',
    held: 'On hold',
    unsettled: 'Unsettled',
    collateral: 'Margin and collateral',
    foreign: 'Foreign cash',
    marketValue: 'Market value',
    loans: 'Loans',
    total: 'Total assets',
    buyingPower: 'Buying power',
    withdrawable: 'Withdrawable',
    unrealised: 'Unrealised result',
    dayProfit: "Today's result",
  },
  balances: 'Opening and closing balances',
  opening: 'Opening',
  closing: 'Closing',
  ledger: 'Ledger lines',
  orders: 'Orders',
  fills: 'Fills',
  positions: 'Positions',
  evidence: 'Evidence',
  roots: 'Signed daily root hashes',
  asset: 'Asset',
  time: 'Time',
  date: 'Date',
  event: 'Event',
  kind: 'Account',
  amount: 'Amount',
  after: 'Balance',
  symbol: 'Code',
  name: 'Name',
  what: 'Type',
  price: 'Price',
  market: 'Market',
  shares: 'Shares',
  filled: 'Filled',
  state: 'Status',
  order: 'Order',
  fill: 'Fill',
  fee: 'Fee',
  tax: 'Tax',
  realised: 'Realised',
  unrealised: 'Unrealised',
  loan: 'Loan',
  id: 'Number',
  place: 'Location',
  hash: 'Hash or entry',
  steps: 'steps',
  sequence: 'sequence',
  root: 'Root hash',
  sides: { buy: 'Buy', sell: 'Sell' },
  purposes: { open: 'to open', close: 'to close' },
  directions: { long: 'Long', short: 'Short' },
  states: {
    entrusted: 'Open',
    filled: 'Filled',
    cancelled: 'Cancelled',
    refused: 'Rejected',
    holding: 'Open',
    'preparing-to-close': 'Closing',
    closed: 'Closed',
  },
  kinds: {
    available: 'Available',
    held: 'Frozen',
    receivable: 'Incoming',
    'held-receivable': 'Incoming, on hold',
    payable: 'Payable',
    dividend: 'Dividend, receivable',
    collateral: 'Collateral',
    loan: 'Loan',
    interest: 'Interest payable',
  },
  events: {
    'practice-grant': 'Paper money',
    'order.held': 'Order hold',
    'order.reduced': 'Order hold reduced',
    'order.released': 'Order hold released',
    'conditional.held': 'Conditional order hold',
    'conditional.released': 'Conditional order hold released',
    'trade.open-long': 'Long opened',
    'trade.close-long': 'Long closed',
    'trade.open-short': 'Short opened',
    'trade.close-short': 'Short closed',
    'day-trade.kept': 'Day trade kept overnight',
    'interest.accrued': 'Loan interest',
    'settlement.arrived': 'Settlement',
    'margin.top-up': 'Margin top-up',
    'deposit.booked': 'Deposit booked',
    'deposit.reversed': 'Deposit reversed',
    'deposit.rebooked': 'Deposit booked (corrected)',
    'subscription.held': 'Subscription hold',
    'subscription.released': 'Subscription hold released',
    'subscription.drawn': 'Subscription drawn',
    'auction.held': 'Auction hold',
    'auction.cancelled': 'Bid cancelled',
    'auction.released': 'Auction hold released',
    'auction.opened': 'Auction opened',
    'auction.delivered': 'Won shares delivered',
    'auction.forfeited': 'Deposit forfeited',
    'subscription.delivered': 'New shares delivered',
    'block.held': 'Block trade hold',
    'block.released': 'Block trade released',
    'credit.disbursed': 'Loan',
    'credit.repaid': 'Loan repayment',
    'credit.collected': 'Loan repaid by sale',
    'credit.accrued': 'Loan interest',
    'credit.pledged': 'Shares pledged',
    'credit.freed': 'Pledge released',
    'block.traded': 'Block trade purchase',
    'copy.held': 'Copy hold',
    'copy.released': 'Copy hold released',
    'copy.spent': 'Copied purchase',
    'placement.held': 'Placement hold',
    'placement.released': 'Placement hold released',
    'placement.allotted': 'Placement allotted',
    'dividend.accrued': 'Dividend due',
    'dividend.paid': 'Cash dividend',
    'currency.exchanged': 'Currency exchange',
    'withdrawal.held': 'Withdrawal hold',
    'withdrawal.released': 'Withdrawal hold released',
    'withdrawal.passed': 'Withdrawal approved',
    'withdrawal.returned': 'Withdrawal returned',
  },
}

export const statementTexts: Readonly<Record<Language, StatementTexts>> = { tw, en }
