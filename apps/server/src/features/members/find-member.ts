import { plainInvitationCode, type Bar } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import {
  readBars,
  readMember,
  readMemberIdByAccount,
  readMemberIdByInvitationCode,
  type MemberRow,
} from './store.ts'

export const findMemberId = (tx: Tx, account: string): Promise<string | undefined> =>
  readMemberIdByAccount(tx, account)

export const findMember = (tx: Tx, memberId: string): Promise<MemberRow | undefined> =>
  readMember(tx, memberId)

export const findInviter = (tx: Tx, typedCode: string): Promise<string | undefined> =>
  readMemberIdByInvitationCode(tx, plainInvitationCode(typedCode))

/** The member's current restrictions, for `blockedBy` and `blockedAtSignIn`. */
export const barsOfMember = (tx: Tx, memberId: string): Promise<readonly Bar[]> => readBars(tx, memberId)
