import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'checking'> = {
  'check-fill': {
    steps: [
      { title: 'Open a position', text: 'Scroll to its fill evidence.' },
      {
        title: 'Recompute it on the phone',
        text: 'The phone checks hashes, signature and its place among the fills of the day.',
      },
      { title: 'Download it', text: 'A public program checks it on another computer, without our system.' },
    ],
    parts: [
      {
        title: 'What it contains',
        text: 'The best five just before, the price, the rule that decided it, every cost, and the ledger entry. Not who the other side was.',
      },
      {
        title: 'A new fill has none yet',
        text: 'Evidence is made in batches. Until then the page says that it waits.',
      },
      {
        title: 'If it does not match',
        text: 'The block changes colour and names the step. Keep the file and give it to customer service or the authority.',
      },
    ],
  },
  'check-draw': {
    steps: [
      {
        title: 'Fingerprint',
        text: 'Before applications begin, the fingerprint of a secret and the round of public randomness are published.',
      },
      {
        title: 'List',
        text: 'At the close the sorted tickets are signed and published. They cannot change afterwards.',
      },
      {
        title: 'Public randomness',
        text: 'Secret and randomness decide the order. From then on anyone gets the same result.',
      },
      {
        title: 'Repeat it',
        text: 'Choose a draw under About, and the phone computes it from the beginning.',
      },
    ],
    parts: [
      {
        title: 'Can a result be held back?',
        text: 'No. Two operators release the secret before the randomness appears; the rest is automatic. If they do not, the draw is void and all money returns.',
      },
      {
        title: 'Is my ticket on the list?',
        text: 'You got a signed receipt. The page checks its place in the list.',
      },
      { title: 'Without the phone', text: 'The page has all data and a small script for another computer.' },
    ],
  },
  'check-balance': {
    steps: [
      { title: 'Open the balance check of the fund record', text: 'Choose a currency or a stock.' },
      {
        title: 'Start it',
        text: 'The phone adds from your balance up to what is owed to all members and checks the signature.',
      },
      { title: 'Download', text: 'Keep the proof and check it again later.' },
    ],
    parts: [
      {
        title: 'What it proves',
        text: 'The published total is no less than the balances of all members who checked. The more check, the less can be left out.',
      },
      {
        title: 'Can others see my balance?',
        text: 'No. It is split into pieces, and only you know which are yours.',
      },
      { title: 'How often', text: 'When each trading day begins; more often in the practice market.' },
    ],
  },
  'rule-changes': {
    parts: [
      {
        title: 'Where to find them',
        text: 'The page of rules lists each one with its reason, its bounds and every change.',
      },
      {
        title: 'Who can change one',
        text: 'One operator proposes, another approves, only within the published bounds. Some change only with a release.',
      },
      {
        title: 'With what notice',
        text: 'A change that costs members more, or takes a right, is announced ahead at the top of that page. Others apply once approved.',
      },
      { title: 'Orders already sent', text: 'An order is charged by the terms it was sent under.' },
    ],
  },
  restrictions: {
    steps: [
      {
        title: 'Read the reason',
        text: 'It has a reason, a basis, a review date and the numbers of two operators.',
      },
      {
        title: 'Appeal',
        text: 'Between {appeal.statement.min} and {appeal.statement.max}: say why it should end.',
      },
      { title: 'Two operators decide', text: 'Those who set the restriction cannot decide the appeal.' },
    ],
    parts: [
      {
        title: 'What still works',
        text: 'Unless the law forbids it, closing, cancelling, reading and securing the account. With trading barred you can withdraw; with withdrawals barred you can trade.',
      },
      {
        title: 'Review',
        text: 'The review date is set with the restriction, within {restriction.review.days}.',
      },
      {
        title: 'If the login is blocked',
        text: 'With the right password the login page leads to the same appeal, valid for {appeal.ticket.minutes}.',
      },
      { title: 'If it is rejected', text: 'You read the reason and can appeal again.' },
    ],
  },
  'mentor-figures': {
    table: {
      columns: ['Junior', 'Senior'],
      rows: [
        ['Trading days', '{mentor.juniorDays}', '{mentor.seniorDays}'],
        ['Closed trades', '{mentor.juniorTrades}', '{mentor.seniorTrades}'],
        ['Largest drawdown', '{mentor.juniorDrawdown}', '{mentor.seniorDrawdown}'],
        ['Own money', '{mentor.juniorMoney}', '{mentor.seniorMoney}'],
      ],
    },
    parts: [
      {
        title: 'Return is no threshold',
        text: 'A level follows from days, trades, drawdown and own money, computed every day, up and down.',
      },
      {
        title: 'From which day',
        text: 'From the first day of the account. A mentor chooses no beginning and hides no loss.',
      },
      { title: 'Win rate', text: 'Shown from {mentor.winRateTrades} closed trades.' },
      {
        title: 'Check it',
        text: 'A mentor’s page opens every closed trade and day end, and the phone computes all figures again.',
      },
      { title: 'Past results', text: 'They say nothing about the future. Mentors who lose are listed too.' },
    ],
  },
}
