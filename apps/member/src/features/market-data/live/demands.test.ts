import { MAX_DETAILS, MAX_WATCHED } from '@fairlot/contract/market-data/feed'
import { expect, test } from 'vitest'
import { sameWatch, watchOf } from './demands.ts'

test('what several ask for is watched once, and a whole instrument not as a row too', () => {
  expect(
    watchOf([{ rows: ['2330', '2317'] }, { rows: ['2317', '0050'] }, { detail: '0050' }, { indices: true }]),
  ).toEqual({ rows: ['2330', '2317'], detail: ['0050'], idx: true })
})

test('member events watch nothing', () => {
  expect(watchOf([{ own: true }])).toEqual({ rows: [], detail: [], idx: false })
})

test('never more than the gateway takes', () => {
  const rows = Array.from({ length: 200 }, (_, at) => `R${at}`)
  const details = Array.from({ length: 9 }, (_, at) => ({ detail: `D${at}` }))
  const watch = watchOf([{ rows }, ...details])
  expect(watch.detail).toHaveLength(MAX_DETAILS)
  expect(watch.rows.length + watch.detail.length).toBe(MAX_WATCHED)
})

test('the order of the same symbols is no change', () => {
  const one = { rows: ['a', 'b'], detail: ['c'], idx: false }
  expect(sameWatch(one, { ...one, rows: ['b', 'a'] })).toBe(true)
  expect(sameWatch(one, { ...one, rows: ['b', 'd'] })).toBe(false)
  expect(sameWatch(one, { ...one, rows: ['a'] })).toBe(false)
  expect(sameWatch(one, { ...one, idx: true })).toBe(false)
  expect(sameWatch(one, { ...one, detail: [] })).toBe(false)
})
