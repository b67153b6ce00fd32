import { beforeAll, expect, test } from 'vitest'
import { makeSecretsFile, openSecrets } from '#platform/secrets'
import { openPasswordHasher, type PasswordHasher } from './password-hasher.ts'

const file = makeSecretsFile()
let hasher: PasswordHasher
beforeAll(async () => {
  hasher = await openPasswordHasher({ secrets: openSecrets(file), passwordCost: 'full' })
})

test('a password is hashed with Argon2id, 46 MiB, one pass', async () => {
  const stored = await hasher.make('river8bridge')
  expect(stored!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await hasher.check(stored, 'river8bridge')).toBe(true)
  expect(await hasher.check(stored, 'river8bridgE')).toBe(false)
  expect(hasher.isOutdated(stored!)).toBe(false)
})

test('a password does not verify with another pepper', async () => {
  const stored = await hasher.make('river8bridge')
  const other = await openPasswordHasher({ secrets: openSecrets(makeSecretsFile()), passwordCost: 'full' })
  expect(await other.check(stored, 'river8bridge')).toBe(false)
})

test('a missing hash costs the same work and never verifies', async () => {
  const before = hasher.runs()
  expect(await hasher.check(undefined, 'river8bridge')).toBe(false)
  expect(hasher.runs()).toBe(before + 1)
})

test('a weaker hash or older pepper is outdated but verifies', async () => {
  const weak = await openPasswordHasher(
    { secrets: openSecrets(file), passwordCost: 'full' },
    { memoryKiB: 19_456 },
  )
  const stored = await weak.make('river8bridge')
  expect(hasher.isOutdated(stored!)).toBe(true)
  expect(await hasher.check(stored, 'river8bridge')).toBe(true)

  const rotated = structuredClone(file)
  rotated.pepper = { current: 'k2', keys: { ...file.pepper.keys, k2: makeSecretsFile().pepper.keys['k1']! } }
  const newer = await openPasswordHasher({ secrets: openSecrets(rotated), passwordCost: 'full' })
  const old = await hasher.make('river8bridge')
  expect(newer.isOutdated(old!)).toBe(true)
  expect(await newer.check(old, 'river8bridge')).toBe(true)
})

test('checks that would wait too long are refused', async () => {
  const narrow = await openPasswordHasher(
    { secrets: openSecrets(file), passwordCost: 'full' },
    { atOnce: 1, longestWaitMs: 60 },
  )
  const answers = await Promise.all(Array.from({ length: 200 }, () => narrow.check(undefined, 'guess1234')))
  const turnedAway = answers.filter((answer) => answer === undefined).length
  expect(turnedAway).toBeGreaterThan(150)
  expect(narrow.runs()).toBe(200 - turnedAway)
  expect(await narrow.check(undefined, 'guess1234')).toBe(false)
})
