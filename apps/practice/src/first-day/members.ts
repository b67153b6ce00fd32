// The members of the first day, each with a list of calls in the order in which they are made. A call that cannot be made
// yet is passed over and made later: the same day, or at a later start.

import { isDocumentNumber } from '@fairlot/rules/identity'
import {
  applyAsMentor,
  bankAccount,
  bid,
  block,
  borrow,
  buy,
  call,
  type Call,
  deposit,
  exchange,
  follow,
  placement,
  raiseLimit,
  save,
  sell,
  sendDocuments,
  setFundPassword,
  subscribe,
  watch,
  withdraw,
  write,
} from './calls.ts'

export interface FirstDayMember {
  readonly account: string
  readonly name: string
  /** What operators decide on the first day. Everything else of this member waits in the queue. */
  readonly approves: readonly ('identity' | 'bank-account')[]
  readonly rejects?: 'identity'
  /** The answer of customer service; without one the matter waits. */
  readonly answer?: string
  readonly calls: readonly Call[]
}

/** Printed at the start, for people who want to sign in as one of them. */
export const memberPassword = 'fairlot-first-day-1'

/** Of no person: one of the numbers after A1000000 with the right last digit. */
function documentNumber(n: number): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `A10000${String(n).padStart(3, '0')}${digit}`)
  return numbers.find((number) => isDocumentNumber('national-id', number))!
}

type Wanted = Omit<FirstDayMember, 'account' | 'approves'> & Partial<Pick<FirstDayMember, 'approves'>>

const wanted: readonly Wanted[] = [
  {
    name: '林思妤',
    approves: ['identity'],
    answer:
      '你好，券差和手續費都記在成交明細裡：持股頁點進該筆成交，最下方列出每一項費用。還有問題請直接回覆。',
    calls: [
      ...watch('2330', '0050', '2317'),
      buy('2317', { shares: 2_000 }),
      buy('0050', { shares: 120 }),
      save('0050', '500000', 6, 16),
      ...exchange('JPY', '3000000'),
      write('fees', {
        topic: 'trading',
        title: '手續費怎麼算',
        text: '我今天買了鴻海兩張，想知道手續費和稅是怎麼算出來的。',
      }),
      follow('10000000'),
      sell('2317'),
    ],
  },
  {
    name: '陳冠宇',
    approves: ['identity'],
    calls: [
      ...watch('2603', '2609', '2615'),
      buy('2603', { multiple: 250 }),
      buy('2409', { direction: 'short', shares: 2_000 }),
      buy('2881', { waits: true }),
      call('alert', '/favourites/addAlert', {
        symbol: '2603',
        kind: 'moves',
        threshold: 300,
        repeat: 'daily',
      }),
      sell('2603'),
    ],
  },
  {
    name: '黃詩涵',
    calls: [...watch('2412', '0056'), buy('0056', { shares: 300 })],
  },
  { name: '張家豪', calls: [...watch('2454')] },
  {
    name: '吳佩珊',
    rejects: 'identity',
    calls: [
      ...watch('2002'),
      write('documents refused', {
        topic: 'account',
        title: '證件照片被退回',
        text: '我的證件照片被退回，說看不清楚。請問用手機拍可以嗎，還是要掃描？',
      }),
    ],
  },
  {
    name: '劉承恩',
    approves: ['identity'],
    calls: [subscribe(), bid(350n, 1), placement(2), buy('2885'), ...watch('2885', '2891')],
  },
  {
    name: '蔡雅婷',
    approves: ['identity'],
    calls: [subscribe(), bid(800n, 2), placement(1), block(), buy('2891'), sell('2891')],
  },
  {
    name: '楊宗翰',
    approves: ['identity'],
    calls: [
      bankAccount('楊宗翰', '812004455661'),
      deposit('30000000'),
      subscribe(),
      ...exchange('RMB', '6000000'),
      buy('1101', { shares: 3_000 }),
    ],
  },
  {
    name: '許雅雯',
    approves: ['identity', 'bank-account'],
    calls: [
      bankAccount('許雅雯', '812004455772'),
      buy('2882'),
      deposit('50000000'),
      withdraw('2000000'),
      placement(3),
      save('2412', '300000', 6),
    ],
  },
  {
    name: '鄭博文',
    approves: ['identity'],
    calls: [
      buy('2886', { shares: 3_000 }),
      raiseLimit('200000'),
      borrow('2000000', '2886'),
      ...exchange('HKD', '3000000'),
    ],
  },
  {
    name: '謝佳玲',
    approves: ['identity'],
    calls: [
      buy('2303', { shares: 2_000 }),
      buy('2412'),
      applyAsMentor(
        '佳玲 穩健',
        '只買大型電信與金融股，用自己的資金，單一股票不超過三成，跌百分之五停損。',
        'Buys large telecom and finance stocks with own money, at most three tenths in one stock, and stops at a loss of five percent.',
      ),
      sell('2303'),
    ],
  },
  {
    name: '洪俊傑',
    calls: [
      ...watch('2330', '2317', '2454', '2308'),
      buy('2884', { shares: 500 }),
      write('first deposit', {
        topic: 'money',
        title: '第一次儲值要準備什麼',
        text: '我剛註冊，想先了解儲值流程。實名認證要多久，儲值的時間有限制嗎？',
      }),
    ],
  },
]

/** Their documents are sent first, except those of the last, who has only just registered. */
export const members: readonly FirstDayMember[] = wanted.map((member, at) => {
  const account = `09000001${String(at + 1).padStart(2, '0')}`
  const isNew = at === wanted.length - 1
  const first = isNew
    ? []
    : [setFundPassword(), sendDocuments(member.name, documentNumber(at + 1), `19${70 + at * 2}-05-12`)]
  return { approves: [], ...member, account, calls: [...first, ...member.calls] }
})
