import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'borrowing'> = {
  'margin-loan': {
    parts: [
      {
        title: 'How much',
        text: 'Choose a factor on the ticket. What your own part does not cover is the loan, rounded down to whole thousands. A higher factor borrows more.',
      },
      { title: 'Interest', text: '{margin.interestApr} a year, by the day, paid when you close or repay.' },
      {
        title: 'Which stocks',
        text: 'Those at {margin.minPrice} or more that may be bought on margin that day. All loans and shorts together stay within {margin.line}.',
      },
      {
        title: 'When a margin call comes',
        text: 'The ticket and the position show the call price. Below a maintenance ratio of {margin.callRatio} for the whole account you get a margin call.',
      },
    ],
  },
  'short-selling': {
    parts: [
      {
        title: 'How it goes',
        text: 'Tap “Short” to sell borrowed shares, and buy them back later. Proceeds and margin stay as collateral.',
      },
      {
        title: 'What it costs',
        text: 'The margin is {margin.shortMargin} of the sale, rounded up to whole hundreds; a borrow fee of {margin.borrowFee} once; fee and tax as for every sale.',
      },
      {
        title: 'More is held than needed',
        text: 'The order holds at the day’s upper limit. After the fill the rest is released.',
      },
      {
        title: 'When a margin call comes',
        text: 'At the call price the account’s maintenance ratio falls below {margin.callRatio}. A loss can exceed the margin.',
      },
    ],
  },
  'margin-call': {
    steps: [
      {
        title: 'Open the margin call',
        text: 'At the top of Trade, Positions and Mine, with the ratio, the amount and the deadline.',
      },
      {
        title: 'Choose a way',
        text: 'Add available money, close positions yourself, or both. Each shows its result first.',
      },
      { title: 'Reach {margin.cancelRatio}', text: 'The call then ends by itself.' },
    ],
    parts: [
      { title: 'Deadline', text: 'The close, {margin.callBusinessDays} (trading days) after the call.' },
      {
        title: 'If you do nothing',
        text: 'Positions are closed by ordinary orders, the largest debt first, until the account is at {margin.cancelRatio}.',
      },
      {
        title: 'Without waiting',
        text: 'Below {margin.floorRatio} positions are closed at once.',
      },
      {
        title: 'During a call',
        text: 'No new loans, and the amount of the call cannot be withdrawn. Closing and cancelling go on as usual.',
      },
    ],
  },
}
