import { expect, test } from 'vitest'
import { type ClosingTimes, mayClose } from './may-close.ts'

const at = (time: string): number => new Date(`2026-07-15T${time}+08:00`).getTime()

const spot: ClosingTimes = {
  openedOn: '2026-07-15',
  sellableOn: '2026-07-16',
  unlocksAt: at('10:00:00'),
  closeAskedAt: null,
  dayTrade: false,
}
const none = { waitMinutes: 0 }

test('a sale before the hold period ends names its rule', () => {
  expect(mayClose(spot, at('11:00:00'), '2026-07-15', none)).toEqual({
    code: 'stock.no-same-day-sale',
    rule: 'sell.minHoldDays',
  })
  expect(mayClose(spot, at('11:00:00'), '2026-07-16', none)).toBeUndefined()
  const longer = { ...spot, sellableOn: '2026-07-17' }
  expect(mayClose(longer, at('11:00:00'), '2026-07-16', none)?.code).toBe('stock.no-sale-before-t1')
})

test('a locked position shows the remaining minutes, rounded up', () => {
  const day = { ...spot, sellableOn: '2026-07-15', dayTrade: true }
  const left = (time: string) => mayClose(day, at(time), '2026-07-15', none)
  expect(left('09:58:59')).toEqual({ code: 'position.locked', rule: 'dayTrade.lockMinutes', minutes: 2 })
  expect(left('09:59:59.999')).toMatchObject({ minutes: 1 })
  expect(left('10:00:00')).toBeUndefined()
  expect(mayClose({ ...day, dayTrade: false }, at('09:00:00'), '2026-07-15', none)).toMatchObject({
    rule: 'sell.lockMinutes',
    minutes: 60,
  })
})

test('a second close request must wait its minutes', () => {
  const asked = { ...spot, sellableOn: '2026-07-15', closeAskedAt: at('10:30:00') }
  const waits = { waitMinutes: 5 }
  expect(mayClose(asked, at('10:33:30'), '2026-07-15', waits)).toEqual({
    code: 'position.wait',
    rule: 'sell.waitMinutes',
    minutes: 2,
  })
  expect(mayClose(asked, at('10:35:00'), '2026-07-15', waits)).toBeUndefined()
  expect(mayClose(asked, at('10:30:00'), '2026-07-15', none)).toBeUndefined()
})
