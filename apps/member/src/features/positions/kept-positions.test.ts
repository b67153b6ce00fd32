import { expect, it } from 'vitest'
import { keptFrom } from './kept-positions.ts'

const text = JSON.stringify({ account: '0912345678', at: 7, pages: [{ positions: [] }] })

it('kept positions come back to the same member only', () => {
  expect(keptFrom(text, '0912345678')).toEqual({ at: 7, pages: [{ positions: [] }] })
  expect(keptFrom(text, '0987654321')).toBeUndefined()
  expect(keptFrom(text, '')).toBeUndefined()
})

it.each([null, '', '{', 'null', '{"account":"0912345678","at":"7","pages":[]}'])('%j is ignored', (wrong) => {
  expect(keptFrom(wrong, '0912345678')).toBeUndefined()
})
