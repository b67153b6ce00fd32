// The members of the pictures and the calls they make, as their phones make them.

import { request as requests } from '@playwright/test'
import { bankIs } from '../e2e/support/bank-hours.ts'
import { callApi, type Member, registerMember, signIn } from '../e2e/support/member.ts'
import { type Votes, verifyMember } from '../e2e/support/money.ts'
import { withOwner } from '../e2e/support/operators.ts'
import { type Api, apiOfRequest } from '../e2e/support/trading.ts'

export interface Person {
  readonly member: Member
  readonly api: Api
  post<Data>(path: string, body: object): Promise<Data>
  /** Sends documents, which two operators approve, and sets the fund password. */
  verify(votes: Votes): Promise<void>
  upload(send: (phone: Phone) => Promise<string>): Promise<string>
}
type Phone = readonly [Parameters<typeof signIn>[0], Awaited<ReturnType<typeof signIn>>]

/** The security pages name the device. */
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Password by account, of everyone who was opened here. */
export const passwords: Record<string, string> = {}

/** Someone who exists, or a new member. */
export async function openPerson(known?: Pick<Member, 'account' | 'password'>): Promise<Person> {
  const request = await requests.newContext({ extraHTTPHeaders: bankIs('open'), userAgent })
  const member = known === undefined ? await registerMember(request) : await withId(known)
  const session = await signIn(request, member)
  passwords[member.account] = member.password
  return {
    member,
    api: apiOfRequest(request, session),
    post: (path, body) => callApi(request, path, body, { session, key: true }),
    verify: (votes) => verifyMember(request, session, member, votes),
    upload: (send) => send([request, session]),
  }
}

const withId = ({ account, password }: Pick<Member, 'account' | 'password'>): Promise<Member> =>
  withOwner(async (db) => {
    const [row] = await db.query<{ memberId: string }>(
      'SELECT id AS "memberId" FROM app.members WHERE account = $1',
      [account],
    )
    if (row === undefined) throw new Error(`no member ${account}`)
    return { account, password, memberId: row.memberId }
  })
