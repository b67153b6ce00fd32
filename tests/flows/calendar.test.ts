import { fixedClock } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const clock = fixedClock()
let twse: TestApi
let practice: TestApi
beforeAll(async () => {
  twse = await startTestApi({ clock, environment: { MARKET_CALENDAR: 'twse' } })
  practice = await startTestApi({ clock, environment: { MARKET_CALENDAR: 'practice' } })
  await Promise.all([seedMarket(twse.db), seedMarket(practice.db)])
})
afterAll(() => Promise.all([twse.stop(), practice.stop()]))

/** A time in Taipei, milliseconds since 1970. */
const taipei = (text: string): number => new Date(`${text.replace(' ', 'T')}+08:00`).getTime()

async function sessionAt(api: TestApi, text: string) {
  clock.set(new Date(taipei(text)))
  const reply = await api.client().call('/market/readSession')
  expect(reply.http).toBe(200)
  return reply.body.data
}

test('a guest reads the phase, the next phase and closed days', async () => {
  const session = await sessionAt(twse, '2026-02-11 13:26')
  const { closures, ...rest } = session
  expect(rest).toEqual({
    calendar: 'twse',
    now: taipei('2026-02-11 13:26'),
    date: '2026-02-11',
    phase: 'closing-call',
    since: taipei('2026-02-11 13:25'),
    next: { date: '2026-02-11', phase: 'closed', at: taipei('2026-02-11 13:30') },
  })
  expect(closures).toHaveLength(20)
  expect(closures.slice(0, 3)).toEqual([
    { date: '2026-02-12', nameTw: '休市，僅辦理交割', nameEn: 'No trading, settlement only' },
    { date: '2026-02-13', nameTw: '休市，僅辦理交割', nameEn: 'No trading, settlement only' },
    { date: '2026-02-16', nameTw: '農曆除夕', nameEn: "Lunar New Year's Eve" },
  ])
})

test('the market stays closed over the Lunar New Year', async () => {
  const session = await sessionAt(twse, '2026-02-15 12:00')
  expect([session.date, session.phase, session.next]).toEqual([
    '2026-02-11',
    'closed',
    { date: '2026-02-23', phase: 'opening-call', at: taipei('2026-02-23 08:30') },
  ])
})

test('the practice market is open during the Lunar New Year', async () => {
  const session = await sessionAt(practice, '2026-02-15 12:00')
  expect([session.calendar, session.date, session.phase]).toEqual(['practice', '2026-02-15', 'continuous'])
  expect(session.next.at).toBe(taipei('2026-02-16 04:55'))
})

test('an added typhoon day closes the market at once', async () => {
  expect((await sessionAt(twse, '2026-07-15 10:00')).phase).toBe('continuous')
  await twse.db.query(
    `INSERT INTO app.closures (date, name_tw, name_en, source) VALUES ('2026-07-15', '颱風', 'Typhoon', 'test')`,
  )
  const session = await sessionAt(twse, '2026-07-15 10:00')
  expect([session.date, session.phase]).toEqual(['2026-07-14', 'closed'])
})
