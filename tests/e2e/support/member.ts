// Members created through the public API. Each test creates its own, so that tests do not share sessions, locks or
// codes.

import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { codesOf, type Codes } from './codes.ts'

export interface Member {
  readonly account: string
  readonly password: string
  readonly memberId: string
}

export interface Session {
  readonly token: string
  readonly account: string
}

interface Envelope {
  readonly status: number
  readonly msg: string
  readonly data: never
}

export const goodPassword = 'river8bridge'
export const anyAccount = (): string => `09${String(randomInt(100_000_000)).padStart(8, '0')}`

const origin = process.env.FAIRLOT_ORIGIN ?? ''

export async function callApi<Data>(
  request: APIRequestContext,
  path: string,
  body: object,
  { session, key = false }: { readonly session?: Session; readonly key?: boolean } = {},
): Promise<Data> {
  const { cookies } = await request.storageState()
  const xsrf = cookies.find(({ name }) => name === '__Host-XSRF-TOKEN')?.value
  const response = await request.post(`${origin}/api/vue${path}`, {
    data: body,
    headers: {
      ...(session === undefined ? {} : { token: session.token, account: session.account }),
      ...(xsrf === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
      ...(key ? { 'Idempotency-Key': randomUUID() } : {}),
    },
  })
  const envelope = (await response.json()) as Envelope
  if (envelope.status !== 1) throw new Error(`${path} was refused: ${envelope.msg}`)
  return envelope.data
}

const agreementVersion = async (request: APIRequestContext): Promise<string> =>
  (await callApi<{ version: string }>(request, '/site/agreement', { lang: 'tw' })).version

const publicCode = async (request: APIRequestContext): Promise<string> => {
  const pairs = await callApi<{ name: string; value: string }[]>(request, '/common/config', { type: 'all' })
  return pairs.find(({ name }) => name === 'invitation_code')?.value ?? ''
}

export async function registerMember(request: APIRequestContext): Promise<Member> {
  const account = anyAccount()
  const form = { account, password: goodPassword, confirmPassword: goodPassword }
  const { memberId } = await callApi<{ memberId: string }>(
    request,
    '/auth/registerMember',
    { ...form, invitationCode: await publicCode(request), agreementVersion: await agreementVersion(request) },
    { key: true },
  )
  return { account, password: goodPassword, memberId }
}

/** A session whose cookies are in the jar of `request`. The member has no second factor. */
export async function signIn(request: APIRequestContext, { account, password }: Member): Promise<Session> {
  const answer = await callApi<{ session: Session }>(request, '/auth/signIn', {
    account,
    password,
    agreementVersion: await agreementVersion(request),
  })
  return answer.session
}

/**
 * Signs the browser in without the forms: cookies in the context's own jar, the other values as the app stores them.
 */
export async function enter(page: Page, member: Member, path = '/user/usercenter'): Promise<Session> {
  const session = await signIn(page.context().request, member)
  await keepSession(page, session)
  await page.goto(`/#${path}`)
  return session
}

async function keepSession(page: Page, { token, account }: Session): Promise<void> {
  // Any document of the origin except the app, which would read the storage too early.
  await page.goto('/icon.svg')
  await page.evaluate(
    ([tokend, name]) => {
      localStorage.setItem('tokend', tokend)
      localStorage.setItem('account', name)
    },
    [token, account] as const,
  )
}

export interface TwoStep {
  readonly codes: Codes
  readonly recoveryCodes: readonly string[]
}

/** Enables two-step verification with a separate session, which it ends again. */
export async function turnTwoStepOn(context: BrowserContext, member: Member): Promise<TwoStep> {
  const { request } = context
  const session = await signIn(request, member)
  const { secret } = await callApi<{ secret: string }>(
    request,
    '/auth/beginAuthenticator',
    { password: member.password },
    { session },
  )
  const codes = codesOf(secret)
  const { recoveryCodes } = await callApi<{ recoveryCodes: string[] }>(
    request,
    '/auth/confirmAuthenticator',
    { code: await codes.next() },
    { session },
  )
  await callApi(request, '/auth/signOut', {}, { session })
  return { codes, recoveryCodes }
}

/** Ends every session of the member from outside, as another of their devices would. */
export async function endSessions(
  playwright: PlaywrightWorkerArgs['playwright'],
  member: Member,
): Promise<void> {
  const request = await playwright.request.newContext()
  const session = await signIn(request, member)
  await callApi(request, '/auth/revokeOtherSessions', {}, { session })
  await request.dispose()
}
