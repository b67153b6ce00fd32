// The requirements before money can move: identity documents approved by two operators, and a fund password.

import { randomInt } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { picture } from '../../flows/support/pictures.ts'
import { openVotes } from '../../flows/support/two-operators.ts'
import { callApi, type Member, type Session } from './member.ts'

export const holder = '林書安'
export const fundPassword = '258036'

const origin = process.env.FAIRLOT_ORIGIN ?? ''

export const idNumber = (): string => {
  const body = `A1${String(randomInt(10_000_000)).padStart(7, '0')}`
  const digits = [1, 0, ...Array.from(body.slice(1), Number)]
  const sum = digits.reduce((total, digit, at) => total + digit * [1, 9, 8, 7, 6, 5, 4, 3, 2, 1][at]!, 0)
  return body + String((10 - (sum % 10)) % 10)
}

export const uploadPicture = async (request: APIRequestContext, session: Session): Promise<string> => {
  const { cookies } = await request.storageState()
  const xsrf = cookies.find(({ name }) => name === '__Host-XSRF-TOKEN')?.value ?? ''
  const response = await request.post(`${origin}/api/vue/uploads/image`, {
    data: await picture(),
    headers: {
      'content-type': 'image/jpeg',
      token: session.token,
      account: session.account,
      'X-XSRF-TOKEN': decodeURIComponent(xsrf),
    },
  })
  const { data } = (await response.json()) as { data: { uploadId: string } }
  return data.uploadId
}

export type Votes = Awaited<ReturnType<typeof openVotes>>

/** Operators who vote as in the console; the running worker executes the decisions. */
export const openOperatorVotes = (): Promise<Votes> => openVotes(process.env.FAIRLOT_DATABASE_OWNER_URL ?? '')

/** Polls until the condition holds: the worker executes decisions on its own schedule. */
export async function until(isSo: () => Promise<boolean>, withinMs = 40_000): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come to be within ${withinMs / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Sends identity documents, has two operators approve them, and sets the fund password. */
export async function verifyMember(
  request: APIRequestContext,
  session: Session,
  { memberId, password }: Member,
  { vote }: Votes,
): Promise<void> {
  const [front, back] = [await uploadPicture(request, session), await uploadPicture(request, session)]
  await callApi(
    request,
    '/identity/submit',
    { document: 'national-id', name: holder, number: idNumber(), birthDate: '1990-05-17', front, back },
    { session, key: true },
  )
  await vote(0, 'identity', memberId, 'approve', '')
  await vote(1, 'identity', memberId, 'approve', '')
  await callApi(
    request,
    '/auth/setFundPassword',
    { fundPassword, confirmPassword: fundPassword, loginPassword: password },
    { session },
  )
  await until(async () => {
    const list = await callApi<{ holder: string | null }>(request, '/bank-accounts/list', {}, { session })
    return list.holder !== null
  })
}

/**
 * A bank account that two operators approved and whose cool-down is over. The trigger that protects the date is off
 * here.
 */
export async function usableCard(
  request: APIRequestContext,
  session: Session,
  { vote, owner }: Votes,
  form: object = {},
): Promise<string> {
  const { bankAccount } = await callApi<{ bankAccount: { bankAccountId: string } }>(
    request,
    '/bank-accounts/add',
    {
      currency: 'TWD',
      holder,
      number: `98${String(randomInt(100_000_000)).padStart(8, '0')}8842`,
      bankCode: '808',
      branch: '松江分行',
      branchCode: '0015',
      fundPassword,
      ...form,
    },
    { session, key: true },
  )
  const { bankAccountId } = bankAccount
  await vote(0, 'bank-account', bankAccountId, 'approve', '')
  await vote(1, 'bank-account', bankAccountId, 'approve', '')
  await until(async () => {
    const { rows } = await owner.query('SELECT state FROM app.bank_accounts WHERE id = $1', [bankAccountId])
    return rows[0].state === 'verified'
  })
  await owner.query('BEGIN')
  await owner.query('SET LOCAL session_replication_role = replica')
  await owner.query(`UPDATE app.bank_accounts SET usable_from = now() - interval '1 hour' WHERE id = $1`, [
    bankAccountId,
  ])
  await owner.query('COMMIT')
  return bankAccountId
}
