import type { ProfitTexts } from './tw.ts'

export const texts: ProfitTexts = {
  ranges: { label: 'Range', '7d': '1W', '30d': '1M', '90d': '3M', '1y': '1Y', all: 'All' },
  hero: {
    '7d': 'Result of one week, without deposits',
    '30d': 'Result of one month, without deposits',
    '90d': 'Result of three months, without deposits',
    '1y': 'Result of one year, without deposits',
    all: 'Result since you joined, without deposits',
  },
  shown: { label: 'What the chart shows', result: 'Result', total: 'Total' },
  sum: { opening: 'Start', paidIn: 'Net deposits', profit: 'Result', total: 'Total' },
  table: {
    show: 'Day by day',
    caption: 'Total assets at the end of each trading day; today is the current figure',
    date: 'Date',
    paidIn: (amount) => `Net deposits ${amount}`,
    profit: 'Result',
    total: 'Total',
  },
  paid: (date, amount) => `${date} net deposits ${amount}`,
  strip: 'One month',
  stripYoung: (date) => `Your curve starts on ${date}`,
  index: (index, points, more) =>
    `Listed index ${index} over the same period. You are ${points} pp ${more ? 'ahead' : 'behind'}`,
  indexSame: (index) => `Listed index ${index} over the same period, level with you`,
  indexOnly: (index) => `Listed index ${index} over the same period`,
  chart: (from, to, lowest, highest, now) =>
    `P/L from ${from} to ${to}: lowest ${lowest}, highest ${highest}, now ${now}`,
  totalChart: (from, to, lowest, highest, now) =>
    `Total assets from ${from} to ${to}: lowest ${lowest}, highest ${highest}, now ${now}`,
  worst: 'Max drawdown',
  realised: 'Realised',
  unrealised: 'Change of unrealised',
  currency: 'Exchange rates',
  rebates: 'Fee vouchers',
  profit: 'Result',
  partsNote:
    'Realised is after fees, tax and interest. The change of unrealised includes opening costs and interest charged so far, before costs of selling.',
  drawdown: 'Max drawdown',
  won: 'Winning trades',
  wonOf: (won, closed) => `${won}/${closed}`,
  costs: 'Fees and tax paid',
  allocation: 'Asset allocation',
  asOf: (time) => `Market value, ${time}`,
  kinds: {
    stock: 'Stocks',
    cash: 'Cash',
    collateral: 'Margin and collateral',
    foreign: 'Foreign cash',
    loan: 'Loans and dues',
    borrowed: 'Borrowed shares',
  },
  total: 'Total assets',
  short: (name) => `${name} (short)`,
  shares: (parts) => `Allocation: ${parts}`,
  risk: (name, amount) =>
    `${name} is your largest position. If it falls 10%, your total assets drop by about ${amount}.`,
  riskShort: (name, amount) =>
    `${name} is your largest position. If it rises 10%, your total assets drop by about ${amount}.`,
  young: (date) =>
    `Your curve starts on ${date}. It gets one point at the end of each trading day, so there is more to see tomorrow.`,
  statement: {
    title: 'Export a statement',
    period: 'Period',
    own: 'Custom',
    from: 'From',
    to: 'To',
    partial: (from, to) => `${from} – ${to}. A month that has not ended is marked provisional`,
    whole: (from, to) => `${from} – ${to}`,
    wrong: 'The start date must be before the end date. Future dates are not allowed.',
    parts: 'Contents',
    partNames: {
      ledger: 'Ledger lines',
      orders: 'Orders and fills',
      positions: 'Positions and P/L',
      evidence: 'Evidence hashes',
    },
    counts: {
      ledger: ({ ledger }) => `${ledger} ${ledger === 1 ? 'line' : 'lines'}`,
      orders: ({ orders, fills }) =>
        `${orders} ${orders === 1 ? 'order' : 'orders'}, ${fills} ${fills === 1 ? 'fill' : 'fills'}`,
      positions: ({ positions }) => `${positions} ${positions === 1 ? 'position' : 'positions'}`,
      evidence: ({ hashes }) => `${hashes} ${hashes === 1 ? 'hash' : 'hashes'}`,
    },
    none: 'Choose at least one.',
    format: 'Format',
    signed: 'Signed',
    signedAside: 'Others can verify it',
    signedText:
      'The file includes a hash and the platform’s signature. An accountant or bank can verify that nothing was changed, without logging in.',
    make: (format) => `Create ${format}`,
    saved: (name) => `Saved as ${name}`,
    hash: 'SHA-256 of this file',
    signature: 'Platform signature',
  },
}
