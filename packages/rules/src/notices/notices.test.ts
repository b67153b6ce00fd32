import { expect, test } from 'vitest'
import {
  codesOf,
  figuresOf,
  isPushService,
  noticeCodes,
  noticeForms,
  describeNotice,
  topicOf,
} from './index.ts'

const samples: Record<string, string | number> = {
  at: '2026-03-12T01:30:00.000Z',
  until: '2026-03-13T01:30:00.000Z',
  deadline: '2026-03-16T05:30:00.000Z',
  reviewOn: '2026-04-11',
  amount: '620000',
  ratio: 12_820,
  count: 2,
  last4: '8842',
  device: 'Chrome, Android',
  note: '反光',
  operator: 'Lin A.',
  purpose: 'a call about a deposit',
  field: 'id-number',
  kind: 'no-trading',
  state: 'met',
  reference: 'RV-7K2M9PQR3T',
  symbol: '2330',
  settlesOn: '2026-11-19',
  why: '反光',
  whyEn: 'a glare',
  name: '台積電',
  nameEn: 'TSMC',
  origin: 'liquidation',
  action: 'buy',
  quantity: 1_000,
  ordered: 3_000,
  filled: 2_000,
  cancelled: 1_000,
  price: 123_400,
  costs: '175800',
  realised: '-428100',
  threshold: 123_000,
  move: 350,
  repeat: 'once',
  way: 'up',
  trigger: 123_500,
}

/** Lists of texts are tested with one of their entries; the other values have their samples above. */
const reasonsOf: Record<string, object> = {
  'restriction.set': { reason: 'debt' },
  'order.part-cancelled': { reason: 'unfilled' },
  'order.cancelled': { reason: 'end-of-day' },
  'conditional.ended': { state: 'expired' },
  'entry.fired': { way: 'rise' },
  'support.answered': { number: 'C-7K2M9QRT' },
  'savings-plan.skipped': { date: '2026-03-16', reason: 'limit-up' },
  'savings-plan.partly-filled': { date: '2026-03-16', shares: 80 },
  'entry.ended': { reason: 'expired' },
  'identity.rejected': { reason: 'duplicate' },
  'bank-account.rejected': { rejectionReason: 'name-differs' },
  'deposit.rejected': { rejectionReason: 'third-party' },
  'block-trade.rejected': { rejectionReason: 'expired' },
  'withdrawal.rejected': { rejectionReason: 'court-order' },
  'subscription.won': { shares: '1000', payBy: '2026-11-18T04:00:00.000Z' },
  'subscription.not-won': { fee: '2000' },
  'subscription.delivered': { shares: '1000' },
  'subscription.void': { voidReason: 'draw-void' },
  'auction.won': { shares: '1000', payBy: '2026-11-18T04:00:00.000Z' },
  'auction.delivered': { shares: '1000' },
  'auction.not-won': { fee: '40000' },
  'auction.invalid': { fee: '40000' },
  'auction.void': { voidReason: 'removed' },
  'copy.rejected': { rejectionReason: 'unsuitable', mentor: 'Hsu' },
  'copy.passed': { mentor: 'Hsu', startsOn: '2026-11-18' },
  'copy.order-cancelled': { mentor: 'Hsu' },
  'copy.ended': { reason: 'term-over', mentor: 'Hsu' },
  'mentor.rejected': { rejectionReason: 'unclear-strategy' },
  'mentor.level': { before: 'none', after: 'junior', date: '2026-11-17' },
  'credit.passed': { dueOn: '2027-02-16' },
  'credit.rejected': { rejectionReason: 'collateral' },
  'credit.increase-rejected': { rejectionReason: 'unsuitable' },
  'credit.collected': { left: '0' },
  'credit.call-ended': { state: 'recovered' },
  'placement.allotted': { released: '16200000' },
  'placement.not-allotted': { released: '16200000' },
  'placement.void': { released: '16200000', voidReason: 'draw-void' },
  'dividend.announced': { cash: '1.80', exOn: '2026-04-20', paysOn: '2026-05-08' },
  'dividend.cancelled': { cash: '1.80', exOn: '2026-04-20' },
  'dividend.accrued': { paysOn: '2026-05-08' },
  'dividend.owed': { paysOn: '2026-05-08' },
  'dividend.paid': { withheld: '42200' },
  'stock-dividend.announced': { perThousand: '100', cash: '0.50', exOn: '2026-04-20', paysOn: '2026-05-08' },
  'stock-dividend.due': { shares: 100, paysOn: '2026-05-08' },
  'stock-dividend.owed': { shares: 100 },
  'stock-dividend.arrived': { shares: 100 },
  'split.announced': { from: 1, to: 4, exOn: '2026-04-20' },
  'split.effective': { from: 1, to: 4, before: 1_000, shares: 4_000 },
  'shares.cancelled': { exOn: '2026-04-20' },
}

test.each(noticeCodes)('%s has complete texts in both languages', (code) => {
  const { title, summary, body } = describeNotice(code, { ...samples, ...reasonsOf[code] })
  for (const text of [title, summary, body]) {
    expect(text.tw).toMatch(/\p{Script=Han}/u)
    expect(text.en.replaceAll('反光', '')).not.toMatch(/\p{Script=Han}/u)
    expect(text.tw + text.en).not.toMatch(/[{}]|undefined/)
    expect(text.tw).not.toContain('您')
    // A quantity brings its unit.
    expect(text.tw).not.toMatch(/[張股]\s*[張股]/)
    expect(text.en).not.toMatch(/(lot|share)s?\s+(lot|share)/)
  }
  expect(title.tw.length).toBeLessThanOrEqual(120)
  expect(noticeForms[code].path ?? '/').toMatch(/^\//)
})

test('notices format figures like screens and times in Taiwan time', () => {
  const { summary } = describeNotice('margin.called', samples)
  expect(summary.en).toBe('Your maintenance ratio is 128.20%. Add NT$6,200.00 by 03/16 13:30.')
  expect(summary.tw).toBe('維持率 128.20%。請於 03/16 13:30 前補繳 NT$6,200.00。')
  expect(describeNotice('deposit.passed', { amount: '105', currency: 'USD' }).summary.en).toBe(
    'USD 1.05 is now available.',
  )
  expect(describeNotice('restriction.set', { ...samples, reason: 'debt' }).body.en).toContain(
    'by 04/11 at the latest',
  )
})

test('a fill is described with its shares, price, amount and result', () => {
  const fill = describeNotice('order.part-closed', { ...samples, origin: 'member', action: 'sell' })
  expect(fill.title).toEqual({ tw: '台積電 賣出 1 張成交', en: 'TSMC, sold 1 lot' })
  expect(fill.summary).toEqual({
    tw: '成交均價 1,234.00，金額 NT$6,200.00，費稅 NT$1,758.00。已實現損益 −4,281.00。委託 3 張，共成交 2 張。',
    en: 'Average price 1,234.00, amount NT$6,200.00, fees and tax NT$1,758.00. Realised −4,281.00. 2 lots of 3 lots filled so far.',
  })
  expect(describeNotice('order.filled', samples).title.tw).toBe('強制平倉：台積電 買進 1 張成交')
})

test('every notice has a topic, and trading has several', () => {
  expect(topicOf(null)).toBe('site')
  expect(topicOf('margin.called')).toBe('margin')
  expect(topicOf('deposit.passed')).toBe('funds')
  expect(codesOf('alerts')).toEqual(['alert.rose', 'alert.fell', 'alert.moved'])
  expect(noticeForms['order.filled'].kind).toBe('trading')
})

test('a missing figure, an unknown code or value throws', () => {
  expect([...figuresOf('margin.called')].toSorted()).toEqual(['amount', 'deadline', 'ratio'])
  expect(() => describeNotice('margin.called', { ratio: 1 })).toThrow('without deadline')
  expect(() => describeNotice('toString', {})).toThrow('no notice')
  expect(() => describeNotice('restriction.lifted', { kind: 'dancing' })).toThrow('no text')
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://me@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.example.org/abc', false],
  ['https://evilnotify.windows.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://metadata.internal/abc', false],
  ['https://own.example:8443/abc', true],
  ['not an address', false],
])('%s is a push service: %s', (endpoint, expected) => {
  expect(isPushService(endpoint, ['https://own.example:8443'])).toBe(expected)
})
