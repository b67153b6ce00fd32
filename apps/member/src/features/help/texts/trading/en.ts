import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'trading'> = {
  'order-kinds': {
    table: {
      columns: ['Limit', 'Market'],
      rows: [
        ['Price', 'never worse than yours', 'what the other side asks'],
        ['When', 'always', 'continuous trading only'],
        ['Amount held', 'at your limit', 'at the day’s upper limit'],
      ],
    },
    parts: [
      {
        title: 'ROD',
        text: 'What is not filled stays until today’s close; cancel it at any time. Auctions take only limit ROD.',
      },
      { title: 'IOC', text: 'Fills what it can at once and cancels the rest.' },
      { title: 'FOK', text: 'Fills all at once, or nothing.' },
      {
        title: 'Who is first at one price',
        text: 'In continuous trading the earlier order. In the opening auction a draw that anyone can repeat decides between equal prices.',
      },
    ],
  },
  'odd-lots': {
    table: {
      columns: ['Whole lots', 'Odd lots'],
      rows: [
        ['Unit', 'multiples of a lot', 'less than a lot'],
        ['Matching', 'one by one', 'every few seconds'],
        ['Orders', 'limit, market', 'limit only'],
        ['Minimum fee', '{fee.brokerageMin}', '{fee.brokerageMinOdd}'],
        ['Loan, short, day trade', 'yes', 'no'],
      ],
    },
    steps: [
      { title: 'Switch the ticket to odd lots', text: 'Enter shares or an amount.' },
      {
        title: 'Enter an amount',
        text: 'The ticket says how many shares it buys. The rest of the money does not move.',
      },
      { title: 'Read the total and send', text: 'What is not filled stays until today’s close.' },
    ],
    parts: [
      {
        title: 'Why its price differs',
        text: 'Odd lots have their own book and never trade with whole lots, so the two can have different prices.',
      },
      {
        title: 'Once more after the close',
        text: 'After the close odd lots can be ordered for one auction. Equal prices are drawn by lot. The ticket says when it is matched.',
      },
      {
        title: 'Selling both',
        text: 'A close sends one order for the whole lots and one for the odd lot, both or neither, each with its own fee.',
      },
    ],
  },
  'order-costs': {
    table: {
      columns: ['Buying', 'Selling'],
      rows: [
        ['Brokerage', '{fee.brokerage}', '{fee.brokerage}'],
        ['Tax, stocks', 'none', '{tax.stock}'],
        ['Tax, ETFs', 'none', '{tax.etf}'],
        ['Tax, stocks, day trade', 'none', '{tax.dayTrade}'],
      ],
    },
    parts: [
      {
        title: 'Minimum fee',
        text: '{fee.brokerageMin} for an order in whole lots, {fee.brokerageMinOdd} for an odd lot, once per order however often it fills.',
      },
      {
        title: 'Rounding',
        text: 'Fee and tax are rounded down to the dollar, over the value of the whole order.',
      },
      {
        title: 'Short selling',
        text: 'A borrow fee of {margin.borrowFee} of the sale, once; none if bought back on the same day.',
      },
      {
        title: 'Is the result after costs?',
        text: 'The unrealised result is after the estimated costs of selling. After the close it is the actual result.',
      },
    ],
  },
  'when-to-sell': {
    parts: [
      {
        title: 'Ordinary purchase',
        text: 'From {sell.minHoldDays} (trading days) after buying. New shares from a subscription can be sold on their listing day.',
      },
      {
        title: 'If you may day trade',
        text: 'Shares bought today can be sold today; without the day-trade mark at the full tax.',
      },
      {
        title: 'Short',
        text: 'Borrowed shares can be bought back at any time: a member who owes shares must be able to end the risk.',
      },
      {
        title: 'Cool-down after a fill',
        text: '{sell.lockMinutes} for an ordinary position, {dayTrade.lockMinutes} for a day trade, from the first fill. A locked position shows the time and how long that is.',
      },
      { title: 'Between two closes', text: '{sell.waitMinutes} between two close orders of one position.' },
    ],
  },
  'market-hours': {
    parts: [
      {
        title: 'What is it now?',
        text: 'The top of the market page has the phase, the next change and the trading day. The practice market is open every day.',
      },
      {
        title: 'Opening auction',
        text: 'Orders are collected and traded once at the price with the most volume. Until then prices are indicative. Only limit ROD.',
      },
      {
        title: 'Continuous trading',
        text: 'Each order is matched as it arrives. Limit and market, ROD, IOC and FOK.',
      },
      {
        title: 'Closing auction',
        text: 'Orders of the last minutes are collected and traded once. What is not filled ends there.',
      },
      {
        title: 'Pause',
        text: 'After a large move in a short time, orders are collected for a few minutes and traded once. Waiting market orders are cancelled.',
      },
      {
        title: 'Daily limits',
        text: 'Prices of a day stay within a range: the bar at the top of a stock’s page.',
      },
    ],
  },
  'conditional-orders': {
    table: {
      columns: ['Triggers', 'Becomes'],
      rows: [
        ['Stop', 'at a trade at or beyond the trigger', 'market, or your limit'],
        ['Take profit', 'at a trade at your price', 'a limit order'],
        ['Trailing stop', 'a distance behind the best price', 'market'],
        ['One cancels other', 'whichever is reached first', 'the other is cancelled'],
        ['Entry', 'when the price rises or falls to it', 'market or limit'],
      ],
    },
    parts: [
      {
        title: 'What is held while it waits',
        text: 'A close reserves its shares. An entry holds its money and uses it when it triggers. All of it is released when it is cancelled, expires or fails.',
      },
      {
        title: 'For how long',
        text: 'At most {order.conditionalDays}, and at most {order.maxConditional} at a time. You get a notice when one expires.',
      },
      {
        title: 'Is the price certain?',
        text: 'No. It becomes an ordinary order. If the price jumps, the fill can be worse than the trigger.',
      },
    ],
  },
  'savings-plans': {
    steps: [
      { title: 'Choose a stock', text: 'From Savings plans on the page Mine, or from the odd-lot ticket.' },
      {
        title: 'Enter the amount',
        text: '{savings.min} to {savings.max} in steps of {savings.step}, fees included.',
      },
      { title: 'Choose days of the month', text: 'A day without trading moves to the next trading day.' },
    ],
    parts: [
      {
        title: 'When it buys',
        text: '{savings.afterOpen} after continuous trading begins, with a limit {savings.headroom} above the last price.',
      },
      {
        title: 'What is left',
        text: 'The rest of the amount stays available and is not saved up.',
      },
      {
        title: 'If nothing is bought',
        text: 'Without money, in a halt, at limit up or without a seller the date is skipped. No money moves, nothing is made up for, and a notice has the reason.',
      },
      {
        title: 'Change and stop',
        text: 'Change amount and days, pause or end at any time. At most {savings.maxPlans} plans.',
      },
    ],
  },
  'day-trading': {
    steps: [
      {
        title: 'Apply',
        text: 'Read the risks under Day trading and sign with the fund password. The practice market passes it at once.',
      },
      { title: 'Buy or sell first', text: 'Mark the order as a day trade. Own money only.' },
      { title: 'Close on the same day', text: 'The page shows the break-even tick. Close at any time.' },
    ],
    parts: [
      {
        title: 'The quota of a day',
        text: '{dayTrade.dailyGross}, or {dayTrade.equityTimes} times your equity if that is less, by opening value.',
      },
      {
        title: 'If you forget',
        text: 'Before the close you get a warning, then cover orders are sent. At a price limit or without a counterparty the cover can fail; shares sold first then become an ordinary short and pay the other half of the tax and the borrow fee.',
      },
      {
        title: 'Keeping it',
        text: 'A day trade that bought first can become an ordinary position before the cover.',
      },
      {
        title: 'With real money',
        text: 'An account of {dayTrade.accountDays}, {dayTrade.tradesInYear} filled orders within a year, and two approvals.',
      },
    ],
  },
  'price-alerts': {
    steps: [
      {
        title: 'Tap the star of a stock',
        text: 'It joins the watch list, which has room for {favourites.max}.',
      },
      { title: 'Tap the bell', text: 'At a price above, a price below, or a move of the day.' },
      { title: 'Once or daily', text: 'A daily alert fires at most once per trading day.' },
    ],
    parts: [
      {
        title: 'How it reaches you',
        text: 'The server reads actual trades, also while the app is closed. The alert stays in your notices; a device with push gets a push as well.',
      },
      {
        title: 'Limits',
        text: '{favourites.maxAlertsPerStock} alerts per stock, {favourites.maxGroups} groups.',
      },
    ],
  },
  'stop-trading': {
    steps: [
      {
        title: 'Open the protection part of the Trade page',
        text: 'Tap the button that cancels all and stops.',
      },
      {
        title: 'Confirm',
        text: 'Every waiting and conditional order is cancelled, and no position can be opened.',
      },
      { title: 'To trade again', text: 'Allow orders again in the same place.' },
    ],
    parts: [
      { title: 'Are positions closed?', text: 'No. Closing and cancelling are always possible.' },
      {
        title: 'Daily loss limit',
        text: 'Set an amount. Once closed positions of the day lose it, costs included, no position can be opened on that day.',
      },
      {
        title: 'Stopped by the system',
        text: '{order.rateLimit} opening orders within ten seconds stop the account, to protect you from a program out of control.',
      },
    ],
  },
}
