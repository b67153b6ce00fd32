// Operators signed in to the console. An authenticator code works once and invalidates older ones, so signing in by the
// forms would cost each spec half a minute. Operators get a session as a finished sign-in creates it; operators.spec.ts
// tests the forms.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { texts as signInTw } from '../../../apps/console/src/features/operators/sign-in/texts/tw.ts'
import { texts as signInEn } from '../../../apps/console/src/features/operators/sign-in/texts/en.ts'
import { hashSecret, randomSecret } from '../../../apps/server/src/platform/credentials/secret-value.ts'
import { type Db, openDb } from '../../flows/support/open-db.ts'
import { issueXsrf } from '../../../apps/server/src/platform/http/xsrf.ts'
import { openSecrets, type Secrets, type SecretsFile } from '../../../apps/server/src/platform/secrets.ts'
import type { OperatorRole } from '../../../packages/contract/src/operators/index.ts'
import type { VoteFacts } from '../../../packages/rules/src/operators/index.ts'
import { signWith, votingKeyOf } from '../../flows/support/voting-keys.ts'
import type { Lang } from '../projects.ts'
import { axeViolations } from './axe.ts'
import { codesOf, type Codes } from './codes.ts'

export const consoleOrigin = process.env['FAIRLOT_CONSOLE_ORIGIN'] ?? 'http://localhost:17407'

export interface DemoOperator {
  readonly login: string
  readonly password: string
  readonly codes: Codes
}

/** As the seed printed them. */
export const demoOperators = (): readonly DemoOperator[] => {
  const demo = process.env['FAIRLOT_DEMO'] ?? ''
  const found = [
    ...demo.matchAll(/operator\s+login (\S+)\s+password (.+)\n\s+authenticator secret (\S+)/g),
  ].map(([, login = '', password = '', secret = '']) => ({ login, password, codes: codesOf(secret) }))
  if (found.length < 2) throw new Error('the seed names fewer than two operators')
  return found
}

export const signInTexts = (lang: Lang) => (lang === 'tw' ? signInTw : signInEn)

interface ConsoleAppearance {
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** A browser of its own: another browser, another device. Without an appearance it has that of the project. */
export const newConsole = async (
  browser: Browser,
  lang: Lang,
  appearance?: ConsoleAppearance,
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: consoleOrigin,
    storageState: {
      cookies: [],
      origins: [{ origin: consoleOrigin, localStorage: [{ name: 'console-lang', value: lang }] }],
    },
    ...(appearance === undefined
      ? {}
      : {
          viewport: { width: appearance.width ?? 1440, height: appearance.height ?? 900 },
          isMobile: false,
          hasTouch: false,
          colorScheme: appearance.theme ?? 'light',
          locale: lang === 'tw' ? 'zh-TW' : 'en-GB',
        }),
  })

export const givePassword = async (
  page: Page,
  lang: Lang,
  login: string,
  password: string,
): Promise<void> => {
  const texts = signInTexts(lang).password
  await page.getByLabel(texts.login).fill(login)
  await page.getByLabel(texts.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: texts.next, exact: true }).click()
}

export interface SignedInOperator {
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly lang: Lang
  readonly context: BrowserContext
  readonly page: Page
}

/** An operator of this test alone, with these roles, signed in. Close the context at the end. */
export const signInOperator = (
  browser: Browser,
  lang: Lang,
  roles: readonly OperatorRole[],
  { name = '陳安', appearance }: { readonly name?: string; readonly appearance?: ConsoleAppearance } = {},
): Promise<SignedInOperator> =>
  withOwner(async (db, secrets) => {
    const operatorId = randomUUID()
    const login = `e2e.${operatorId.slice(0, 12)}`
    await db.query(
      `INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, $2, $3, now() - interval '1 day')`,
      [operatorId, login, name],
    )
    await db.query('INSERT INTO app.operator_roles (operator_id, role) SELECT $1, unnest($2::text[])', [
      operatorId,
      roles,
    ])
    const context = await newConsole(browser, lang, appearance)
    await openSession(context, db, secrets, operatorId)
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('navigation')).toBeVisible()
    await giveDeviceKey(page, db, operatorId)
    return { operatorId, login, name, lang, context, page }
  })

/** The same operator, signed in from another browser. */
export const signInAgain = (
  browser: Browser,
  { operatorId, lang }: Pick<SignedInOperator, 'operatorId' | 'lang'>,
): Promise<Page> =>
  withOwner(async (db, secrets) => {
    const context = await newConsole(browser, lang)
    await openSession(context, db, secrets, operatorId)
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('navigation')).toBeVisible()
    return page
  })

/** A voting key as the page creates it: not extractable, in this browser's IndexedDB. The owner puts it in force. */
async function giveDeviceKey(page: Page, db: Db, operatorId: string): Promise<void> {
  const keyId = randomUUID()
  const publicKey = await page.evaluate(async (id) => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    await new Promise<void>((resolve, reject) => {
      const asked = indexedDB.open('fairlot-voting-keys', 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore('keys')
      asked.onerror = () => reject(asked.error ?? new Error('IndexedDB did not open'))
      asked.onsuccess = () => {
        const put = asked.result.transaction('keys', 'readwrite').objectStore('keys').put(pair.privateKey, id)
        put.onsuccess = () => {
          asked.result.close()
          resolve()
        }
        put.onerror = () => reject(put.error ?? new Error('IndexedDB refused'))
      }
    })
    return [...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))]
  }, keyId)
  await db.query(
    `INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at, valid_from)
     VALUES ($1, $2, 'device', $3, 'Chromium', now(), clock_timestamp())`,
    [keyId, operatorId, Buffer.from(publicKey)],
  )
}

async function openSession(
  context: BrowserContext,
  db: Db,
  secrets: Secrets,
  operatorId: string,
): Promise<void> {
  const [sessionId, deviceId, bind, device] = [randomUUID(), randomUUID(), randomSecret(), randomSecret()]
  await db.query(
    `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'Chromium', now())`,
    [deviceId, hashSecret(device)],
  )
  await db.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at,
       expires_at) VALUES ($1, $2, $3, $4, '127.0.0', now(), now(), now() + interval '8 hours')`,
    [sessionId, operatorId, hashSecret(bind), deviceId],
  )
  const cookie = {
    domain: new URL(consoleOrigin).hostname,
    path: '/',
    secure: true,
    sameSite: 'Strict',
  } as const
  await context.addCookies([
    { ...cookie, name: '__Host-console-bind', value: bind, httpOnly: true },
    { ...cookie, name: '__Host-console-device', value: device, httpOnly: true },
    { ...cookie, name: '__Host-console-XSRF', value: issueXsrf(secrets, sessionId) },
  ])
}

/** With the owner's rights: to read, and to create what no test can wait for. */
export async function withOwner<Result>(run: (db: Db, secrets: Secrets) => Promise<Result>): Promise<Result> {
  const { FAIRLOT_DATABASE_OWNER_URL: url, FAIRLOT_SECRETS_FILE: file } = process.env
  if (url === undefined || file === undefined) throw new Error('run through npm run e2e')
  const secrets = openSecrets(JSON.parse(readFileSync(file, 'utf8')) as SecretsFile)
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    return await run(db, secrets)
  } finally {
    await db.close()
  }
}

/** Expects no axe violation on the page as it is now. */
export const expectCleanConsole = async (page: Page, where: string): Promise<void> => {
  expect(await axeViolations(page), where).toEqual([])
}

/** Sends a console request from the same browser, for steps the test is not about. */
export async function askConsole<Data>(seat: SignedInOperator, path: string, body: object) {
  const signed = path === '/operators/vote' ? await withSignature(seat, body as VoteBody) : body
  const answer = await postConsole<Data>(seat, path, signed)
  if (answer.status === 1 && /\/propose\w+$/.test(path)) {
    // The page signs a proposal as soon as it is created.
    const { reviewId } = answer.data as { reviewId: string }
    const { data } = await postConsole<Shown>(seat, '/operators/review', { reviewId })
    const vote = { reviewId, payloadHash: data.payloadHash, decision: 'approve', note: data.reason } as const
    const { signature } = await withSignature(seat, vote)
    const kept = await postConsole(seat, '/operators/signVote', { reviewId, signature })
    if (kept.status !== 1) throw new Error(`the proposal was not signed: ${kept.msg}`)
  }
  return answer
}

type VoteBody = Pick<VoteFacts, 'reviewId' | 'payloadHash' | 'decision' | 'note'> & {
  readonly revised?: VoteFacts['revised']
}
interface Shown {
  readonly review: { readonly kind: VoteFacts['kind']; readonly member: { readonly memberId: string } | null }
  readonly subject: string
  readonly payloadHash: string
  readonly reason: string
  readonly mustOpen: readonly { readonly code: string; readonly openedAt: string | null }[]
}

async function withSignature(seat: SignedInOperator, vote: VoteBody) {
  const { operatorId } = seat
  const { data } = await postConsole<Shown>(seat, '/operators/review', { reviewId: vote.reviewId })
  const key = await withOwner((db) => votingKeyOf(db, operatorId))
  const { kind, member } = data.review
  const facts = { ...vote, kind, memberId: member?.memberId ?? null, subject: data.subject, operatorId }
  const opened = data.mustOpen.flatMap(({ code, openedAt }) => (openedAt === null ? [] : [code]))
  const signature = signWith(key, key.keyId, { ...facts, revised: vote.revised ?? null }, new Date(), opened)
  return { ...vote, signature }
}

async function postConsole<Data>({ context }: Pick<SignedInOperator, 'context'>, path: string, body: object) {
  const { cookies } = await context.request.storageState()
  const xsrf = cookies.find(({ name }) => name === '__Host-console-XSRF')?.value ?? ''
  const response = await context.request.post(`${consoleOrigin}/api/console${path}`, {
    data: body,
    headers: { 'X-XSRF-TOKEN': xsrf },
  })
  return (await response.json()) as { readonly status: number; readonly msg: string; readonly data: Data }
}
