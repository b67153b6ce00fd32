// What a typed text can be. One text can be several things: 2330 is a stock and the end of a bank account.

import { isName, maskName, plainName } from '@fairlot/rules/identity'
import { maskAccount } from '@fairlot/rules/members'

export interface Query {
  readonly text: string
  readonly account: string | null
  readonly id: string | null
  /** As stored, in full: D1116-000013 for D1116-13. */
  readonly reviewNumber: string | null
  /** The last six characters of a member's id. */
  readonly memberNumber: string | null
  readonly maskedName: string | null
  readonly reference: string | null
  /** The end of a bank account number, four to six digits. */
  readonly ending: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function queryOf(typed: string): Query {
  const text = plainName(typed)
  const lower = text.toLowerCase()
  const digits = text.replace(/[-\s]/g, '')
  const [, letterAndDay, count] = /^([a-z]\d{4})-?(\d{1,9})$/i.exec(text) ?? []
  const [, member] = /^m-?([0-9a-f]{6})$/.exec(lower) ?? []
  const isAccount = /^\d{10}$/.test(digits)
  return {
    text,
    account: isAccount ? digits : null,
    id: uuid.test(lower) ? lower : null,
    reviewNumber:
      letterAndDay === undefined || count === undefined
        ? null
        : `${letterAndDay.toUpperCase()}-${String(Number(count)).padStart(6, '0')}`,
    memberNumber: member ?? null,
    maskedName: isName(text) && isWholeName(text) ? maskName(capitals(text)) : null,
    reference: /^(?=.*\d|.{8})[0-9a-z]{6,40}$/i.test(text) && !isAccount ? text.toUpperCase() : null,
    ending: /^\d{4,6}$/.test(text) ? text : null,
  }
}

/** A mask shows the first letter of each word, which documents print as a capital. */
const capitals = (text: string): string => text.replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase())

/** A Chinese name has two to four signs; another one has at least two words. */
const isWholeName = (text: string): boolean =>
  /^[\p{Script=Han}·‧・]{2,4}$/u.test(text) || /^\S+( \S+)+$/.test(text)

/** Whether the answer can contain a member: such a search is recorded. */
export const asksForMember = (query: Query): boolean =>
  [
    query.account,
    query.id,
    query.reviewNumber,
    query.memberNumber,
    query.maskedName,
    query.reference,
    query.ending,
  ].some((part) => part !== null)

/** As the audit trail stores it: an account or a name is masked, because an audit row can never be removed. */
export const recordedText = ({ text, account, maskedName }: Query): string =>
  account === null ? (maskedName ?? text) : maskAccount(account)
