import type { FigureSheetTexts } from './tw.ts'

export const texts: FigureSheetTexts = {
  sentences: {
    total:
      'Your cash and shares less what you owe. Shares count at the current price, before costs of selling. Foreign cash counts at the current mid rate.',
    available: 'Settled cash. You can place orders with it and withdraw it.',
    held: 'Cash reserved for orders, conditional orders and withdrawals. It is taken when they execute and released when they are cancelled.',
    unsettled:
      'Cash from sales that arrives on its settlement date. You can place orders with it; it can be withdrawn after that date.',
    collateral: 'Margin and sale proceeds of your shorts, kept as security until you buy back.',
    foreign:
      'Your foreign cash at the mid rate, with what is held for withdrawals. A currency that is not quoted counts at its last quoted rate.',
    marketValue: 'Your shares at the current price, before costs of selling.',
    loans:
      'What you owe: loans, borrowed shares at the current price, unpaid interest, amounts due at settlement.',
    buyingPower: 'The cash an order can use: available plus unsettled.',
    withdrawable: 'Available less amounts due at settlement, unpaid interest and open margin calls.',
    unrealised:
      'The result of closing everything now: each position since it was opened, after its opening costs, estimated closing costs and interest.',
    dayProfit:
      'Total assets now, less total assets when the day began, less net deposits of today. It equals the realised result, the change of the unrealised one, exchange rates, interest and fee vouchers together. Shares count at the current price, before costs of selling.',
  },
  parts: 'Made up of',
  sum: 'Sum',
  lines: {
    opening: 'Total assets when the day began',
    paidIn: 'Net deposits today',
    unrealisedBefore: 'Result before closing costs',
    exitCost: 'Estimated closing costs and interest',
    cashLoans: 'Loans',
    borrowedShares: 'Borrowed shares',
    interest: 'Unpaid interest',
    owed: 'Due at settlement',
    called: 'Margin call',
    lacking: 'Shortfall',
    realised: 'Realised',
    rebates: 'Fee vouchers',
    currency: 'Exchange rates and cost of exchanges',
    rest: 'Earlier result of closed positions, interest',
  },
  rateFrom: (currency, source, time) => `${currency}: ${source}, ${time}`,
  rateStopped: (currency, source, time) => `${currency}: ${source}, not quoted now, rate of ${time}`,
  noRate: (currency, amount) => `${currency} ${amount} has no rate yet and is not in total assets.`,
  settles: (day) => `Settles ${day}`,
  not: {
    title: 'What it does not include',
    total: (exitCost) => `Closing everything now would cost about ${exitCost} in fees, tax and interest.`,
    foreign:
      'An exchange has its own firm rate. Orders cannot use foreign cash; it is no part of your buying power.',
    available: (buyingPower) => `Unsettled cash. Orders can use your buying power of ${buyingPower}.`,
    withdrawable: (unsettled) => `Unsettled cash of ${unsettled}. It can be withdrawn after settlement.`,
    unrealised: (profit) => `Realised results. The whole change of today is today's result, ${profit}.`,
    dayProfit: (exitCost, unrealised) =>
      `Closing everything now would cost about ${exitCost}. The unrealised result counts from the opening of each position and is after that cost: ${unrealised}.`,
  },
  also: 'The same figure is on',
  screens: {
    home: 'Home',
    mine: 'Mine',
    wallet: 'Wallet',
    trade: 'Trade',
    positions: 'Positions',
    profit: 'Assets and results',
    statement: 'Statement',
  },
  added: 'Added up on this phone: it matches.',
  differs: 'The sum does not match. Contact customer service.',
}
