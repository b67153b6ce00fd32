import { expect, test } from 'vitest'
import { groupNameFrom } from './group-name.ts'

test.each([
  ['半導體', '半導體'],
  ['  Long   term ', 'Long term'],
  ['a'.repeat(20), 'a'.repeat(20)],
  ['é', 'é'],
])('the group name %j is kept as %j', (text, name) => {
  expect(groupNameFrom(text)).toBe(name)
})

test.each(['', '   ', '　', 'a'.repeat(21), 'a\u0000b', '\u202Eabc', '\u200B'])(
  '%j is not a group name',
  (text) => {
    expect(groupNameFrom(text)).toBeUndefined()
  },
)
