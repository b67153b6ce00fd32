import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'money'> = {
  deposits: {
    steps: [
      { title: 'Choose a channel', text: 'Each says its limits, fee and hours.' },
      {
        title: 'Transfer to the account shown',
        text: 'With your reference. In the practice market, do not transfer real money.',
      },
      { title: 'Enter amount, receipt and channel password', text: 'After sending you can follow it.' },
      {
        title: 'Booked',
        text: 'Two operators compare claim, receipt and the bank’s line. What the bank received is booked.',
      },
    ],
    parts: [
      {
        title: 'Amount and hours',
        text: '{deposit.min} to {deposit.maxPerTxn} each, {deposit.maxPerDay} a day. On bank days from {deposit.opens} to {deposit.closes}.',
      },
      {
        title: 'How many at once',
        text: 'One waiting at a time. It blocks neither withdrawals nor trading.',
      },
      {
        title: 'A mistake',
        text: 'Cancel it before it is decided and send another. If the amounts differ you see both and the reason.',
      },
    ],
  },
  withdrawals: {
    steps: [
      { title: 'Have a verified bank account', text: 'In the same name as your identity.' },
      {
        title: 'Enter amount and fund password',
        text: 'The page says how much, why not all, and when it should arrive.',
      },
      {
        title: 'Review and payment',
        text: 'The amount is held at once. After two approvals the bank pays. Each step has its time.',
      },
    ],
    parts: [
      {
        title: 'How much',
        text: 'Settled available money less what is due later, interest and an open margin call. Money that arrives on T+2 cannot be withdrawn yet.',
      },
      {
        title: 'Amount, number and hours',
        text: '{withdraw.min} to {withdraw.maxPerTxn} each, {withdraw.maxPerDay} and {withdraw.countPerDay} requests a day. On bank days from {withdraw.opens} to {withdraw.closes}. Fee {withdraw.fee}.',
      },
      {
        title: 'After a change of password or device',
        text: 'Nothing can be withdrawn for {withdraw.cooldown}: time to act if the account was stolen.',
      },
      {
        title: 'Can a credit score block it?',
        text: 'No. The score needed is {withdraw.minCreditScore}. Your own money is not held for a score.',
      },
      { title: 'Changed your mind', text: 'Cancel it before it is decided, and all of it is released.' },
    ],
  },
  'bank-accounts': {
    steps: [
      {
        title: 'Verify your identity first',
        text: 'The holder is your verified name and cannot be changed.',
      },
      { title: 'Enter bank and number', text: 'Send it with the fund password.' },
      { title: 'Wait for the review', text: 'It can be used once two operators have approved it.' },
    ],
    parts: [
      {
        title: 'When it can be used',
        text: '{bank.coolDownHours} after it was added, and not before it is verified.',
      },
      { title: 'How many', text: 'At most {bankCards.max}. A number belongs to one member only.' },
      {
        title: 'Foreign currencies',
        text: 'US dollars and Indian rupees go to accounts of the same currency. Only a rupee account needs an IFSC; UPI is optional.',
      },
      { title: 'Removing', text: 'At any time, unless a withdrawal is on its way to it.' },
    ],
  },
  settlement: {
    table: {
      columns: ['Available', 'Unsettled'],
      rows: [
        ['From', 'money that has been paid', 'trades not paid yet'],
        ['Buys shares', 'yes', 'yes'],
        ['Can be withdrawn', 'yes', 'no'],
      ],
    },
    parts: [
      {
        title: 'When it becomes available',
        text: '{settlement.days} (settlement days) after the trade. Every line of the fund record has its date.',
      },
      { title: 'Holidays', text: 'A closed day moves it to the next settlement day.' },
      { title: 'Buying power', text: 'Available and unsettled money together: what an order can use.' },
      {
        title: 'Shares too',
        text: 'Bought shares arrive on the same date. They can be sold earlier, by the rule.',
      },
    ],
  },
  'total-assets': {
    parts: [
      {
        title: 'The sum',
        text: 'Total assets = available + held + unsettled + margin and collateral + foreign cash + market value − loans. Borrowed shares count as a loan at market.',
      },
      {
        title: 'What is held',
        text: 'Money reserved for orders, subscriptions or withdrawals. It is released when they end, and it is yours.',
      },
      {
        title: 'Profit of the day',
        text: 'The total less the total when the day began, without deposits, withdrawals and grants. Paying in is no profit.',
      },
      {
        title: 'Before or after costs',
        text: 'Total and profit of the day are before the cost of selling; the unrealised result of a position is after it. The screen says which.',
      },
      {
        title: 'Foreign currencies',
        text: 'They count at the current mid rate; the sheet shows the rate, source and time of each. Gains and losses from exchange rates have a line of their own, apart from trading.',
      },
      {
        title: 'Open a figure',
        text: 'The mark beside a figure shows its arithmetic, its parts and its moment.',
      },
    ],
  },
  'currency-exchange': {
    steps: [
      {
        title: 'Choose two currencies and an amount',
        text: 'First you see an indicative rate, its source and its time.',
      },
      {
        title: 'Get a quote',
        text: 'It holds for {fx.quoteSeconds} and says what you pay, what you get, and the difference from the mid rate in money.',
      },
      {
        title: 'Confirm',
        text: 'Both currencies are booked together. A quote that runs out exchanges nothing.',
      },
    ],
    parts: [
      {
        title: 'Which pairs',
        text: 'US dollars and Indian rupees with each other only, the other eight among themselves.',
      },
      { title: 'Amount and cost', text: '{fx.min} to {fx.max}. No fee; the spread is {fx.spreadBps}.' },
      {
        title: 'Why there is sometimes no quote',
        text: 'Rates come from two sources. Quoting stops if one is silent for {fx.staleSeconds}, if they differ by more than {fx.deviationBps}, or if a rate jumps by more than {fx.jumpBps}. It resumes by itself. No one can type a rate.',
      },
    ],
  },
  coupons: {
    parts: [
      {
        title: 'How it is used',
        text: 'By itself. The fee is charged first; when the order ends it returns to your available money, as a line of the fund record.',
      },
      {
        title: 'Which one',
        text: 'One per order, the one that expires first. What is left of its value is not kept for another.',
      },
      {
        title: 'Expiry',
        text: 'Until the end of its last day, by the time of the trade. Expired ones stay listed.',
      },
      {
        title: 'Where it comes from',
        text: 'Two operators grant it, as compensation or for a finished lesson, not to reward more trading.',
      },
    ],
  },
}
