// One operator at the console, as a browser: password, authenticator code, voting key. Its votes are signed like any.

import { createHmac } from 'node:crypto'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { noReason, type VoteFacts, voteStatement } from '@fairlot/rules/operators'
import type { VotingKey } from '../offers/key.ts'

export interface OperatorAccount {
  readonly login: string
  readonly password: string
  /** Of the authenticator, base32. */
  readonly secret: string
  /** Activates the first voting key. */
  readonly keyCode: string
}

export class Refused extends Error {
  readonly code: string

  constructor(path: string, code: string) {
    super(`${path} was refused: ${code}`)
    this.code = code
  }
}

type Rejection = Pick<VoteFacts, 'reason' | 'problems' | 'note'>

export interface ConsoleClient {
  readonly operatorId: string
  /** Throws `Refused`. */
  ask<P extends ConsolePath>(path: P, body: ConsoleBodyOf<P>): Promise<ConsoleDataOf<P>>
  /** Signs the first vote of an own proposal. */
  signProposal(reviewId: string): Promise<void>
  /** Opens what must be opened, and approves. */
  approve(reviewId: string): Promise<void>
  reject(reviewId: string, why: Rejection): Promise<void>
}

const stepMs = 30_000
const timeoutMs = 10_000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 6238 with six digits, as the authenticator apps. */
export function authenticatorCode(secret: string, step: number): string {
  let bits = ''
  for (const letter of secret.replace(/=+$/, '')) bits += letters.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

export const authenticatorStep = (now: Date): number => Math.floor(now.getTime() / stepMs)

interface Opening {
  readonly url: string
  readonly origin: string
  readonly account: OperatorAccount
  readonly key: VotingKey
  /** The step of the code to sign in with: each works once. */
  readonly step: number
  /** The id of the voting key when an earlier run has handed it in. */
  readonly keyId: string | undefined
}

/** Signs in, and hands the voting key in the first time. Throws `Refused`. */
export async function openConsoleClient(
  opening: Opening,
): Promise<{ readonly client: ConsoleClient; readonly keyId: string }> {
  const { account, key, step } = opening
  const ask = browserOf(opening)
  const { challengeId } = await ask('/operators/signIn', { login: account.login, password: account.password })
  const code = authenticatorCode(account.secret, step)
  const { operatorId } = await ask('/operators/finishSignIn', { challengeId, method: 'authenticator', code })
  const keyId =
    opening.keyId ??
    (
      await ask('/operators/addVotingKey', {
        kind: 'device',
        publicKey: key.publicKey.toString('base64url'),
        label: 'first day',
        replaces: false,
        code: account.keyCode,
      })
    ).key.keyId
  return { client: voterOf(ask, operatorId, key, keyId), keyId }
}

type Ask = ConsoleClient['ask']

function browserOf({ url, origin }: Opening): Ask {
  const cookies = new Map<string, string>()
  return async (path, body) => {
    const response = await fetch(`${url}/api/console${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': 'fairlot-first-day',
        'idempotency-key': crypto.randomUUID(),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('__Host-console-XSRF') ?? '',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0\b/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const isFile = !(response.headers.get('content-type') ?? '').startsWith('application/json')
    // A picture: it was opened, and nothing here reads it.
    if (isFile && response.ok) return (await response.arrayBuffer()) as never
    const { status, msg, data } = (await response.json()) as { status: number; msg: string; data: never }
    if (status !== 1) throw new Refused(path, msg)
    return data
  }
}

function voterOf(ask: Ask, operatorId: string, key: VotingKey, keyId: string): ConsoleClient {
  const signatureOf = (
    { review, subject, payloadHash, mustOpen }: ConsoleDataOf<'/operators/review'>,
    decision: VoteFacts['decision'],
    why: Rejection,
  ) => {
    const at = new Date().toISOString()
    const opened = mustOpen.flatMap(({ code, openedAt }) => (openedAt === null ? [] : [code]))
    const { reviewId, kind, member } = review
    const memberId = member?.memberId ?? null
    const facts = { reviewId, kind, memberId, subject, payloadHash, revised: null, decision, ...why }
    const signature = key.sign(voteStatement({ ...facts, operatorId, at, opened }))
    return { keyId, at, opened, signature }
  }
  const openAll = async ({ review, mustOpen, pictures }: ConsoleDataOf<'/operators/review'>) => {
    const { reviewId, number, member } = review
    for (const { code, openedAt } of mustOpen) {
      if (openedAt !== null) continue
      const picture = pictures.find((each) => each.code === code)
      if (picture === undefined || member === null)
        await ask('/operators/openDocument', { reviewId, document: code })
      else {
        const { fileId } = picture
        const purpose = `Review ${number}`
        await ask('/uploads/openPicture', { memberId: member.memberId, fileId, purpose, reviewId })
      }
    }
  }
  const read = (reviewId: string) => ask('/operators/review', { reviewId })
  return {
    operatorId,
    ask,
    async signProposal(reviewId) {
      const detail = await read(reviewId)
      const signature = signatureOf(detail, 'approve', { ...noReason, note: detail.reason })
      await ask('/operators/signVote', { reviewId, signature })
    },
    async approve(reviewId) {
      await openAll(await read(reviewId))
      const detail = await read(reviewId)
      const { payloadHash } = detail
      const note = detail.noteNeeded ? '示範資料' : ''
      const signature = signatureOf(detail, 'approve', { ...noReason, note })
      await ask('/operators/vote', { reviewId, decision: 'approve', payloadHash, note, signature })
    },
    async reject(reviewId, why) {
      const detail = await read(reviewId)
      const { payloadHash } = detail
      const { note, reason, problems } = why
      const signature = signatureOf(detail, 'reject', why)
      await ask('/operators/vote', {
        reviewId,
        decision: 'reject',
        payloadHash,
        note,
        ...(reason === null ? {} : { reason }),
        problems: problems as never,
        signature,
      })
    },
  }
}
