// Which restriction blocks which capability. One table for the server, the screens and the permission matrix.

import type { Capability, RefusalCode } from '@fairlot/contract'
import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'

/** A restriction as the table below uses it: its kind, except that a legal freeze is a separate kind. */
export type Bar = RestrictionKind | 'frozen-by-law'

export const barOf = (restriction: { kind: RestrictionKind; reason: RestrictionReason }): Bar =>
  restriction.kind === 'frozen' && restriction.reason === 'court-order' ? 'frozen-by-law' : restriction.kind

interface Row {
  readonly bar: Bar
  readonly refusal: RefusalCode
  readonly blocks: readonly Capability[]
}

// Strongest first: with several restrictions, the member reads the message that explains most.
const table: readonly Row[] = [
  // These two refuse every call of a session and the next sign-in: the member's data is not reachable.
  {
    bar: 'disabled',
    refusal: 'restriction.disabled',
    blocks: ['read-own', 'secure-own', 'edit-own', 'trade', 'close', 'bring-money', 'move-money'],
  },
  {
    bar: 'login-banned',
    refusal: 'restriction.login-banned',
    blocks: ['read-own', 'secure-own', 'edit-own', 'trade', 'close', 'bring-money', 'move-money'],
  },
  // Closing a position stays possible under every other restriction, unless the law forbids it.
  {
    bar: 'frozen-by-law',
    refusal: 'restriction.frozen',
    blocks: ['trade', 'close', 'bring-money', 'move-money'],
  },
  // Reading and security stay available: a frozen member can still change a stolen password and appeal.
  { bar: 'frozen', refusal: 'restriction.frozen', blocks: ['trade', 'bring-money', 'move-money'] },
  { bar: 'no-trading', refusal: 'restriction.no-trading', blocks: ['trade'] },
  // `move-money` is money that leaves or changes currency. Only freezing blocks deposits.
  { bar: 'no-withdrawal', refusal: 'restriction.no-withdrawal', blocks: ['move-money'] },
]

export function blockedBy(capability: Capability, bars: readonly Bar[]): RefusalCode | undefined {
  return table.find((row) => bars.includes(row.bar) && row.blocks.includes(capability))?.refusal
}

/** The refusal after a correct password when the member cannot sign in. */
export const blockedAtSignIn = (bars: readonly Bar[]): RefusalCode | undefined => blockedBy('read-own', bars)
