import { expect, test } from 'vitest'
import { practiceGrantEntry } from './postings.ts'

const memberId = '0192f0c1-0000-7000-8000-000000000001'
const at = new Date('2026-11-16T01:00:00Z')

test('the practice grant moves NT$10,000,000 from the grant account to the member and nothing else', () => {
  expect(practiceGrantEntry(memberId, at).lines).toEqual([
    { account: 'practice-grant/main/TWD/granted', amount: -1_000_000_000n },
    { account: `member/${memberId}/TWD/available`, amount: 1_000_000_000n },
  ])
})

test('two grants to one member have the same key, whenever they are made', () => {
  const later = new Date('2027-01-01T00:00:00Z')
  expect(practiceGrantEntry(memberId, at).key).toBe(practiceGrantEntry(memberId, later).key)
})
