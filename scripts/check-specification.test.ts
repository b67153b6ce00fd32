import { describe, expect, test } from 'vitest'
import { missingMessages, parseRows, problemsOf } from './check-specification.ts'
import { hasTest } from './test-titles.ts'

const file = `
// 'only in a comment'
test('signs in', () => {})
test.skip('is skipped', () => {})
test(\`fits at \${width} wide\`, () => {})
test(\`\${code}\`, () => {})
test.each([['from a table']])('%s', () => {})
test('asks for the member\\'s code', () => {})
`

describe('a title', () => {
  test('is found as a literal, in a table and with escapes', () => {
    expect(hasTest(file, 'signs in')).toBe(true)
    expect(hasTest(file, 'from a table')).toBe(true)
    expect(hasTest(file, "asks for the member's code")).toBe(true)
  })

  test('is found by a template with enough fixed text', () => {
    expect(hasTest(file, 'fits at 390 wide')).toBe(true)
    expect(hasTest(file, 'anything at all')).toBe(false)
  })

  test('is not found when it is skipped, partial or in a comment', () => {
    expect(hasTest(file, 'is skipped')).toBe(false)
    expect(hasTest(file, 'signs')).toBe(false)
    expect(hasTest(file, 'only in a comment')).toBe(false)
  })
})

const page = (...rows: string[]) =>
  ['| Id | What | Shown by |', '| --- | --- | --- |', ...rows, '', 'text'].join('\n')
const problems = (...rows: string[]) =>
  problemsOf(parseRows(page(...rows)), (path) => (path === 'a.test.ts' ? file : undefined))

describe('a row', () => {
  test('may be open or name tests that exist', () => {
    expect(
      problems('| a | x | open |', '| b | y | `a.test.ts > signs in`<br>`a.test.ts > from a table` |'),
    ).toEqual([])
  })

  test('fails for missing files or titles, empty cells and repeated ids', () => {
    expect(problems('| a | x | `b.test.ts > signs in` |')[0]).toContain('there is no b.test.ts')
    expect(problems('| a | x | `a.test.ts > signs out` |')[0]).toContain('no running test "signs out"')
    expect(problems('| a | x | |')[0]).toContain('write `file > title` or open')
    expect(problems('| a | x | soon |')).not.toEqual([])
    expect(problems('| a | x | open |', '| a | y | open |')[0]).toContain('already used')
  })
})

test('a row that only a sweep shows is refused', () => {
  const sweep = 'tests/e2e/screens.spec.ts > on any screen of a member'
  const found = (cell: string) =>
    problemsOf(parseRows(page(`| a | x | ${cell} |`)), () => `test('on any screen of a member')${file}`)
  expect(found(`\`${sweep}\``)[0]).toContain('only a sweep shows it')
  expect(found(`\`${sweep}\`<br>\`a.test.ts > signs in\``)).toEqual([])
})

test('messages without rows and rows without messages are reported', () => {
  const found = missingMessages(parseRows(page('| message.account.gone | x | open |')))
  expect(found).toContain('docs/specification.md: no row for message.account.not-found')
  expect(found).toContain('docs/specification.md: message.account.gone is not in the catalogue')
})
