import { describe, expect, it } from 'vitest'
import { makeProposal, startOf, type Values } from './channel-form.ts'
import type { Channel } from './channel.ts'

const channel: Channel = {
  channelId: '01980000-0000-7000-8000-0000000000c1',
  name: { tw: '銀行轉帳', en: 'Bank transfer' },
  currency: 'TWD',
  state: 'open',
  reason: null,
  min: '100000',
  max: '200000000',
  fee: '1500',
  usualMinutes: 30,
  hasPassword: true,
  holder: 'Fairlot',
  number: '004',
  bankName: '臺灣銀行',
  bankCode: '004',
  branch: '營業部',
  place: 1,
  changedAt: '2026-03-12T00:00:00.000Z',
  pending: 0,
  proposal: null,
  history: [],
}

const values = (over: Partial<Values> = {}): Values => ({ ...startOf(channel), why: 'because', ...over })
const problemsOf = (over: Partial<Values>, what: 'change' | 'off' = 'change') => {
  const made = makeProposal(what, channel, values(over), false)
  return made.ok ? {} : made.problems
}

describe('the channel form', () => {
  it('proposes its values and changes the password only on request', () => {
    const made = makeProposal('change', channel, values({ max: '1,000,000.50' }), false)
    expect(made).toMatchObject({
      ok: true,
      body: { min: '100000', max: '100000050', fee: '1500', state: 'open' },
    })
    expect(made.ok && 'password' in made.body).toBe(false)
    const typed = makeProposal('change', channel, values({ password: 'secret-1' }), false)
    expect(typed).toMatchObject({ body: { password: 'secret-1' } })
    expect(makeProposal('change', channel, values({ password: 'secret-1' }), true)).toMatchObject({
      body: { password: '' },
    })
  })

  it('names each wrong field', () => {
    expect(problemsOf({ holder: ' ', min: 'x', usual: '1.5', password: 'short' })).toEqual({
      holder: 'required',
      min: 'amountBad',
      usual: 'numberBad',
      password: 'passwordBad',
    })
    expect(problemsOf({ max: '999' })).toEqual({ max: 'boundsBad' })
    expect(problemsOf({ fee: '1000' })).toEqual({ fee: 'boundsBad' })
  })

  it('requires a reason in both languages only to switch off', () => {
    expect(problemsOf({}, 'off')).toEqual({ reasonTw: 'required', reasonEn: 'required' })
    const off = makeProposal('off', channel, values({ reasonTw: '維護', reasonEn: 'Maintenance' }), false)
    expect(off).toMatchObject({ body: { state: 'suspended', reason: { tw: '維護', en: 'Maintenance' } } })
    const on = makeProposal('on', { ...channel, state: 'suspended' }, values(), false)
    expect(on).toMatchObject({ body: { state: 'open', reason: null } })
  })
})
