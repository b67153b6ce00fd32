// One simulated member at the api, as a phone: cookies, token, account and the XSRF pair. It calls what members call.

import { randomUUID } from 'node:crypto'
import type { BodyOf, DataOf, Path } from '@fairlot/contract/routes'

export interface Account {
  readonly account: string
  readonly password: string
}

type Answer<P extends Path> =
  | { readonly ok: true; readonly data: DataOf<P> }
  | { readonly ok: false; readonly status: number; readonly msg: string }

export interface ApiClient {
  /** Without a key every call is a new one. Bytes are sent as the picture that they are. */
  call<P extends Path>(path: P, body: BodyOf<P> | Buffer<ArrayBuffer>, key?: string): Promise<Answer<P>>
  /** Registers the account when the api does not know it, and returns the member's id. Throws when neither works. */
  enter(account: Account): Promise<string>
}

const timeoutMs = 10_000

export function openApiClient(
  address: string,
  origin: string,
  userAgent = 'fairlot-practice-mentor',
): ApiClient {
  const cookies = new Map<string, string>()
  let session: { readonly token: string; readonly account: string; readonly memberId: string } | undefined

  const call: ApiClient['call'] = async (path, body, key = randomUUID()) => {
    const xsrf = cookies.get('__Host-XSRF-TOKEN') ?? cookies.get('XSRF-TOKEN')
    const response = await fetch(`${address}/api/vue${path}`, {
      method: 'POST',
      headers: {
        'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        'user-agent': userAgent,
        'idempotency-key': key,
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(session && { token: session.token, account: session.account }),
        ...(xsrf !== undefined && { 'x-xsrf-token': decodeURIComponent(xsrf) }),
      },
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const { status, msg, data } = (await response.json()) as { status: number; msg: string; data: never }
    return status === 1 ? { ok: true, data } : { ok: false, status, msg }
  }

  const must = async <P extends Path>(path: P, body: BodyOf<P>): Promise<DataOf<P>> => {
    const answer = await call(path, body)
    if (!answer.ok) throw new Error(`${path} was refused: ${answer.msg}`)
    return answer.data
  }

  return {
    call,
    async enter({ account, password }) {
      session = undefined
      const { version: agreementVersion } = await must('/site/agreement', { lang: 'tw' })
      const signIn = () => call('/auth/signIn', { account, password, agreementVersion })
      let answer = await signIn()
      if (!answer.ok && answer.msg === 'account.wrong-credentials') {
        const pairs = await must('/common/config', { type: 'all' })
        const invitationCode = pairs.find(({ name }) => name === 'invitation_code')?.value ?? ''
        await must('/auth/registerMember', {
          account,
          password,
          confirmPassword: password,
          invitationCode,
          agreementVersion,
        })
        answer = await signIn()
      }
      if (!answer.ok) throw new Error(`${account} could not sign in: ${answer.msg}`)
      if (answer.data.step !== 'signed-in') throw new Error(`${account} was asked for a second factor`)
      session = answer.data.session
      return session.memberId
    },
  }
}
