import { expect, test } from 'vitest'
import { quoteSays, quoteText } from './quote-text.ts'

const quote = {
  quoteId: '01900000-0000-7000-8000-000000000001',
  pay: 'TWD',
  get: 'JPY',
  payAmount: '3000000',
  getAmount: '14634146',
  base: 'JPY',
  rate: '205000000',
  mid: '205000000',
  spreadBps: 0,
  spread: '0',
  source: 'practice-a',
  isSimulated: true,
  rateAt: '2026-11-17T02:00:00.000Z',
  quotedAt: '2026-11-17T02:00:01.000Z',
  expiresAt: '2026-11-17T02:00:31.000Z',
} as const
const text = quoteText(quote, { memberId: 'someone', until: quote.expiresAt })

test('the signed text says every term of a quote', () => {
  expect(text.split('\n')).toEqual([
    'fairlot exchange quote v1',
    'quote 01900000-0000-7000-8000-000000000001',
    'member someone',
    'pay 3000000 TWD',
    'get 14634146 JPY',
    'rate 1 JPY = 0.205000 TWD',
    'mid 1 JPY = 0.205000 TWD',
    'spread 0 0 JPY',
    'source practice-a simulated 2026-11-17T02:00:00.000Z',
    'from 2026-11-17T02:00:01.000Z',
    'until 2026-11-17T02:00:31.000Z',
    '',
  ])
  expect(quoteSays(text, quote)).toBe(true)
  // A later quote ended it.
  expect(quoteSays(text, { ...quote, expiresAt: '2026-11-17T02:00:09.000Z' })).toBe(true)
})

test.each([
  ['number', { quoteId: '01900000-0000-7000-8000-000000000002' }],
  ['currency paid', { pay: 'HKD' }],
  ['currency received', { get: 'KRW' }],
  ['amount paid', { payAmount: '2000000' }],
  ['amount received', { getAmount: '14634147' }],
  ['base', { base: 'TWD' }],
  ['rate', { rate: '204000000' }],
  ['mid rate', { mid: '204000000' }],
  ['spread', { spreadBps: 1 }],
  ['cost of the spread', { spread: '1' }],
  ['source', { source: 'bnm' }],
  ['simulated mark', { isSimulated: false }],
  ['time of the rate', { rateAt: '2026-11-17T02:00:00.001Z' }],
  ['beginning', { quotedAt: '2026-11-17T02:00:02.000Z' }],
  ['end', { expiresAt: '2026-11-17T02:00:31.001Z' }],
] as const)('another %s than was signed is noticed', (_name, change) => {
  expect(quoteSays(text, { ...quote, ...change })).toBe(false)
})

test.each(['', 'member someone', text.replace('member someone\n', ''), `${text}x`])(
  'a text of another shape says nothing (%#)',
  (other) => {
    expect(quoteSays(other, quote)).toBe(false)
  },
)
