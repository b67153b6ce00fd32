import { describe, expect, test } from 'vitest'
import { BACK_WINDOW_MS, doubleBack } from './double-back.ts'

const world = ({ layers = 0, pages = 0 } = {}) => {
  const seen: string[] = []
  let time = 50_000
  const press = doubleBack({
    now: () => time,
    closeLayer: () => layers > 0 && (seen.push('close'), layers--, true),
    goBack: () => pages > 0 && (seen.push('back'), pages--, true),
    hint: () => seen.push('hint'),
    quit: () => seen.push('quit'),
  })
  return { seen, press, pass: (ms: number) => (time += ms) }
}

describe('double back in the native wrapper', () => {
  test('the window is 1000 ms', () => {
    expect(BACK_WINDOW_MS).toBe(1000)
  })

  test('one press hints, a second within the window quits', () => {
    const { seen, press, pass } = world()
    press()
    pass(1000)
    press()
    expect(seen).toEqual(['hint', 'quit'])
  })

  test('a second press after the window only hints again', () => {
    const { seen, press, pass } = world()
    press()
    pass(1001)
    press()
    pass(400)
    press()
    expect(seen).toEqual(['hint', 'hint', 'quit'])
  })

  test('an open layer closes first, then the page, then the app', () => {
    const { seen, press } = world({ layers: 1, pages: 1 })
    press()
    press()
    press()
    press()
    expect(seen).toEqual(['close', 'back', 'hint', 'quit'])
  })

  test('going back resets the first press', () => {
    let pages = 0
    const seen: string[] = []
    const press = doubleBack({
      now: () => 0,
      closeLayer: () => false,
      goBack: () => pages > 0 && (pages--, true),
      hint: () => seen.push('hint'),
      quit: () => seen.push('quit'),
    })
    press()
    pages = 1
    press()
    press()
    expect(seen).toEqual(['hint', 'hint'])
  })
})
