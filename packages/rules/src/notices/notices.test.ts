import { expect, test } from 'vitest'
import { figuresOf, isPushService, noticeCodes, noticeForms, describeNotice } from './index.ts'

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
  why: '反光',
  whyEn: 'a glare',
}

/** Lists of texts are tested with one of their entries; the other values have their samples above. */
const reasonsOf: Record<string, object> = {
  'restriction.set': { reason: 'debt' },
  'identity.rejected': { reason: 'duplicate' },
  'bank-account.rejected': { rejectionReason: 'name-differs' },
  'deposit.rejected': { rejectionReason: 'third-party' },
  'withdrawal.rejected': { rejectionReason: 'court-order' },
}

test.each(noticeCodes)('%s has complete texts in both languages', (code) => {
  const { title, summary, body } = describeNotice(code, { ...samples, ...reasonsOf[code] })
  for (const text of [title, summary, body]) {
    expect(text.tw).toMatch(/\p{Script=Han}/u)
    expect(text.en.replaceAll('反光', '')).not.toMatch(/\p{Script=Han}/u)
    expect(text.tw + text.en).not.toMatch(/[{}]|undefined/)
    expect(text.tw).not.toContain('您')
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
