import { expect, test } from 'vitest'
import { type Environment, readEnvironment, WrongConfig } from './config.ts'

const read = (environment: Environment) =>
  readEnvironment(environment, (env) => ({
    databaseUrl: env.databaseUrl(),
    nats: env.nats('nats://127.0.0.1:4222'),
    namespace: env.namespace(),
    port: env.whole('PORT', 80, 0, 100),
    share: env.number('SHARE', 0.5, 0, 1),
    mode: env.oneOf('MODE', ['fast', 'slow'] as const, 'fast'),
  }))

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    read(environment)
    return []
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error
    return error.problems.map(({ variable }) => variable)
  }
}

test('an empty variable counts as not set', () => {
  expect(read({ DATABASE_URL: 'postgres://a@b/c', PORT: '', MODE: '' })).toMatchObject({
    nats: { url: 'nats://127.0.0.1:4222', user: undefined },
    namespace: 'fairlot',
    port: 80,
    share: 0.5,
    mode: 'fast',
  })
})

test('all wrong variables are reported at once', () => {
  expect(
    problemsOf({
      NATS_URL: 'nats://a:4222, http://b',
      NATS_USER: 'exchange',
      NATS_CA_FILE: '/nowhere',
      NATS_NAMESPACE: 'A b',
      PORT: '1.5',
      SHARE: '2',
      MODE: 'idle',
    }),
  ).toEqual([
    'DATABASE_URL',
    'NATS_URL',
    'NATS_USER',
    'NATS_CA_FILE',
    'NATS_NAMESPACE',
    'PORT',
    'SHARE',
    'MODE',
  ])
})

test('a NATS address with a user in it is refused', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://a@b/c', NATS_URL: 'nats://me:secret@a:4222' })).toEqual([
    'NATS_URL',
  ])
})
