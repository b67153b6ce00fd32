import { expect, it } from 'vitest'
import { draftFrom } from './draft.ts'

const draft = { document: 'passport', step: 1, name: '林書安', number: 'A1', birthDate: '1990-05' } as const
const text = JSON.stringify({ account: '0912345678', ...draft })

it('a draft comes back to the same member only', () => {
  expect(draftFrom(text, '0912345678')).toEqual(draft)
  expect(draftFrom(text, '0987654321')).toBeUndefined()
  expect(draftFrom(JSON.stringify({ account: '', ...draft }), '')).toBeUndefined()
})

it.each([null, '', '{', 'null', '[]', JSON.stringify({ account: '0912345678', ...draft, number: 7 })])(
  '%j is no draft',
  (wrong) => {
    expect(draftFrom(wrong, '0912345678')).toBeUndefined()
  },
)
