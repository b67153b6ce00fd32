import { MAX_DETAILS, MAX_WATCHED } from '@fairlot/contract/live/socket'
import { expect, test } from 'vitest'
import { sameWatch, watchOf } from './demands.ts'

test('overlapping demands are watched once, a detail not as a row', () => {
  expect(
    watchOf([{ rows: ['2330', '2317'] }, { rows: ['2317', '0050'] }, { detail: '0050' }, { indices: true }]),
  ).toEqual({ rows: ['2330', '2317'], detail: ['0050'], idx: true })
})

test('member events watch no symbols', () => {
  expect(watchOf([{ own: true }])).toEqual({ rows: [], detail: [], idx: false })
})

test('a watch never exceeds the gateway’s maximum', () => {
  const rows = Array.from({ length: 200 }, (_, at) => `R${at}`)
  const details = Array.from({ length: 9 }, (_, at) => ({ detail: `D${at}` }))
  const watch = watchOf([{ rows }, ...details])
  expect(watch.detail).toHaveLength(MAX_DETAILS)
  expect(watch.rows.length + watch.detail.length).toBe(MAX_WATCHED)
})

test('reordered symbols are the same watch', () => {
  const one = { rows: ['a', 'b'], detail: ['c'], idx: false }
  expect(sameWatch(one, { ...one, rows: ['b', 'a'] })).toBe(true)
  expect(sameWatch(one, { ...one, rows: ['b', 'd'] })).toBe(false)
  expect(sameWatch(one, { ...one, rows: ['a'] })).toBe(false)
  expect(sameWatch(one, { ...one, idx: true })).toBe(false)
  expect(sameWatch(one, { ...one, detail: [] })).toBe(false)
})
