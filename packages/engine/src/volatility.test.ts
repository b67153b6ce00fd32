import { describe, expect, it } from 'vitest'
import { brief, closingCallAt, newDay, openAt, symbol } from './testing/day.ts'

/** Opened at 100, with sellers every half dollar from 101 to 110. */
function opened() {
  const day = newDay({ phase: 'opening-call' })
  day.buy('a1', 100, 1)
  day.sell('b1', 100, 1)
  day.at = openAt
  day.phase('continuous', { until: closingCallAt })
  for (let half = 0; half <= 18; half += 1) day.sell(`s${half}`, 101 + half / 2, 1)
  return day
}

describe('the volatility pause', () => {
  it('lets a limit order fill up to 3.5 percent, then pauses', () => {
    const day = opened()
    expect(brief(day.buy('c1', 105, 9))).toEqual([
      'accepted c1',
      'traded c1 s0 1@101',
      'traded c1 s1 1@101.5',
      'traded c1 s2 1@102',
      'traded c1 s3 1@102.5',
      'traded c1 s4 1@103',
      'traded c1 s5 1@103.5',
      'state paused volatility',
    ])
    expect(day.engine.book(symbol)).toMatchObject({
      state: 'paused',
      indicative: { price: 10_500, quantity: 3_000 },
    })
    expect(day.engine.dueAt()).toBe(openAt + 120_000)
  })

  it('accepts day limit orders during the pause and ends by auction', () => {
    const day = opened()
    day.buy('c1', 105, 9)
    expect(brief(day.buy('d1', 104, 1, 'IOC'))).toEqual(['refused phase.limit-rod-only'])
    expect(brief(day.buy('d2', 'market', 1))).toEqual(['refused phase.limit-rod-only'])
    expect(brief(day.sell('d3', 104, 2))).toEqual(['accepted d3'])
    expect(brief(day.later(119_999))).toEqual([])
    expect(brief(day.later(1))).toEqual(['traded c1 s6 1@104', 'traded c1 d3 2@104', 'state continuous'])
  })

  it('ends an expired pause before any later command', () => {
    const day = opened()
    day.buy('c1', 105, 7)
    day.at += 500_000
    expect(brief(day.buy('d1', 90, 1))).toEqual(['traded c1 s6 1@104', 'state continuous', 'accepted d1'])
  })

  it('is not triggered by an IOC, which fills inside the bound', () => {
    const day = opened()
    expect(brief(day.buy('c1', 110, 9, 'IOC')).slice(-2)).toEqual([
      'traded c1 s5 1@103.5',
      'cancelled c1 3 unfilled',
    ])
    expect(brief(day.buy('c2', 110, 9, 'IOC')).slice(1)).toEqual(['cancelled c2 9 unfilled'])
    expect(day.engine.book(symbol)?.state).toBe('continuous')
  })

  it('is not triggered by a FOK, which is cancelled instead', () => {
    const day = opened()
    expect(brief(day.buy('c1', 110, 7, 'FOK')).slice(1)).toEqual(['cancelled c1 7 unfilled'])
    expect(brief(day.buy('c2', 110, 6, 'FOK'))).toHaveLength(7)
  })

  it('is triggered by a market order, whose remainder is cancelled', () => {
    const day = opened()
    expect(brief(day.buy('c1', 'market', 8)).slice(-2)).toEqual([
      'state paused volatility',
      'cancelled c1 2 paused',
    ])
  })

  it('measures from the opening price, then from the five-minute average', () => {
    const day = opened()
    day.at = openAt + 299_999
    day.buy('c1', 103, 5)
    // Five lots at 102 on average; the opening's one has just left the window. The bound is 105.57, from 100 it was 103.5.
    day.at = openAt + 300_000
    expect(
      brief(day.buy('d1', 106, 20))
        .filter((line) => line.startsWith('traded'))
        .at(-1),
    ).toBe('traded d1 s9 1@105.5')
  })

  it('measures from the last price when nothing traded for five minutes', () => {
    const day = opened()
    day.buy('c1', 103, 5)
    day.at += 20 * 60_000
    // 3.5 per cent of 103 is 3.605.
    expect(
      brief(day.buy('d1', 110, 20))
        .filter((line) => line.startsWith('traded'))
        .at(-1),
    ).toBe('traded d1 s11 1@106.5')
  })

  it('does not begin in the last five minutes before the closing call', () => {
    const before = opened()
    before.at = closingCallAt - 300_001
    expect(brief(before.buy('c1', 110, 19))).toContain('state paused volatility')
    const day = opened()
    day.at = closingCallAt - 300_000
    expect(brief(day.buy('c1', 110, 19))).not.toContain('state paused volatility')
  })

  it('gives way to the closing call', () => {
    const day = opened()
    day.at = closingCallAt - 300_001
    day.buy('c1', 110, 19)
    day.at = closingCallAt - 200_000
    expect(brief(day.phase('closing-call')).slice(-1)).toEqual(['state closing-call'])
    expect(day.engine.dueAt()).toBeUndefined()
  })
})
