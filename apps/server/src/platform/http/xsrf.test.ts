import { expect, test } from 'vitest'
import { makeSecretsFile, openSecrets } from '../secrets.ts'
import { isXsrfPair, issueXsrf } from './xsrf.ts'

const secrets = openSecrets(makeSecretsFile())

test('a pair that was accepted is accepted again', () => {
  const pair = issueXsrf(secrets, 'session-a')
  expect(isXsrfPair(secrets, 'session-a', pair, pair)).toBe(true)
  expect(isXsrfPair(secrets, 'session-a', pair, pair)).toBe(true)
})

test('a pair that was accepted is refused for another session', () => {
  const pair = issueXsrf(secrets, 'session-a')
  expect(isXsrfPair(secrets, 'session-a', pair, pair)).toBe(true)
  expect(isXsrfPair(secrets, 'session-b', pair, pair)).toBe(false)
})

test('a pair that was accepted is refused under other keys', () => {
  const pair = issueXsrf(secrets, 'session-a')
  expect(isXsrfPair(secrets, 'session-a', pair, pair)).toBe(true)
  expect(isXsrfPair(openSecrets(makeSecretsFile()), 'session-a', pair, pair)).toBe(false)
})

test('a header that differs from its cookie is refused', () => {
  const pair = issueXsrf(secrets, 'session-a')
  expect(isXsrfPair(secrets, 'session-a', pair, pair)).toBe(true)
  expect(isXsrfPair(secrets, 'session-a', pair, issueXsrf(secrets, 'session-a'))).toBe(false)
  expect(isXsrfPair(secrets, 'session-a', pair, '')).toBe(false)
})
