import type { ProfitTexts } from './tw.ts'

export const texts: ProfitTexts = {
  ranges: { label: 'Range', '7d': '7 d', '30d': '30 d', '90d': '90 d', '1y': '1 y', all: 'All' },
  hero: {
    '7d': '7 days P/L, after fees, tax and interest',
    '30d': '30 days P/L, after fees, tax and interest',
    '90d': '90 days P/L, after fees, tax and interest',
    '1y': 'One year P/L, after fees, tax and interest',
    all: 'P/L since you joined, after fees, tax and interest',
  },
  index: (index, points, more) =>
    `Listed index ${index} over the same period. You are ${points} pp ${more ? 'ahead' : 'behind'}`,
  indexSame: (index) => `Listed index ${index} over the same period, level with you`,
  indexOnly: (index) => `Listed index ${index} over the same period`,
  chart: (from, to, lowest, highest, now) =>
    `P/L from ${from} to ${to}: lowest ${lowest}, highest ${highest}, now ${now}`,
  worst: 'Max drawdown',
  realised: 'Realised',
  unrealised: 'Unrealised',
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
  young: 'The chart starts tomorrow. For now it shows today only.',
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
