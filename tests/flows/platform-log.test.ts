// No secret and no complete account number ever reaches the log.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scrub, scrubText } from '../../apps/server/src/platform/log.ts'
import { captureLog } from './support/captured-log.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

describe('scrub', () => {
  test.each([
    'password',
    'newPassword',
    'confirmPassword',
    'fundPassword',
    'token',
    'cookie',
    'set-cookie',
    'authorization',
    'code',
    'recoveryCode',
    'codes',
    'recoveryCodes',
    'secret',
    'seed',
    'signature',
    'privateKey',
    'bind',
    'pepper',
    'statement',
    'contact',
    'x-xsrf-token',
  ])('%s is dropped at any depth', (name) => {
    expect(JSON.stringify(scrub({ a: [{ b: { [name]: 'hidden-value' } }] }))).not.toContain('hidden-value')
  })
  test('an account keeps only its first and last two digits', () => {
    expect(scrub({ account: '0912345678' })).toEqual({ account: '09****78' })
    expect(scrubText('Key (account)=(0912345678) exists')).toBe('Key (account)=(09****78) exists')
  })
  test('a token or URL password inside a text is removed', () => {
    expect(scrubText('bad tk1_abcDEF-123 here')).toBe('bad [token] here')
    expect(scrubText('postgres://user:hunter2@db/x')).toBe('postgres://user:[secret]@db/x')
  })
  test('an error keeps its code but not the values it quotes', () => {
    const error = Object.assign(new Error('duplicate 0912345678'), {
      code: '23505',
      detail: 'Key (account)=(0912345678) already exists.',
      parameters: ['hunter2'],
    })
    const clean = JSON.stringify(scrub({ err: error }))
    expect(clean).toContain('23505')
    expect(clean).not.toMatch(/0912345678|hunter2/)
  })
  test('harmless fields stay unchanged', () => {
    const fields = { errorCode: 'X', statusCode: 400, route: '/a', ms: 1.5, requestId: 'abc', when: null }
    expect(scrub(fields)).toEqual(fields)
  })
  test('a circular object does not hang scrub', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(JSON.stringify(scrub(circle))).toContain('[deep]')
  })
  test('message texts are scrubbed as well as fields', () => {
    const { log, lines } = captureLog()
    log.info('signed in 0912345678 with tk1_secretsecret')
    log.info({ inner: { password: 'hunter2' } }, 'member %s', '0912345678')
    expect(lines.join()).not.toMatch(/0912345678|secretsecret|hunter2/)
  })
})

describe('a whole sign-in in the log', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  test('has the request id and no secret', async () => {
    const member = await api.member()
    const reply = await member.client.call('/members/profile')
    await member.client.call('/auth/changePassword', {
      oldPassword: 'wrong-old-1',
      newPassword: 'a',
      confirmPassword: 'a',
    })
    const all = api.logLines.join('\n')
    expect(all).toContain(reply.headers.get('x-request-id'))
    for (const secret of [
      member.account,
      member.password,
      'wrong-old-1',
      member.client.session!.token,
      ...member.client.cookies.values(),
    ]) {
      expect(all).not.toContain(secret)
    }
  })
})
