export const operatorRoles = ['support', 'reviewer', 'approver', 'market', 'auditor', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/**
 * What an operator may do. Nobody may write a balance, a price, a fill, a draw or a statistic: there is no right to it,
 * because there is no call for it.
 */
export const operatorRights = [
  /** See the queue, members with masked data, orders and fund orders. */
  'read',
  /** Open a member's masked data for a purpose, which is written down and shown to the member. */
  'open-personal',
  /** Vote first on what members ask for. */
  'review',
  /** Vote second, and on what operators propose. */
  'approve',
  /** Propose a restriction, a correction, a payout file, a channel. */
  'propose-funds',
  /** Propose a halt, a resumption, a closed day. */
  'propose-market',
  /** Propose a rule or a value of the site. */
  'propose-rules',
  /** Write notices. */
  'write-notices',
  /** Propose people and their roles. */
  'propose-people',
  /** Read the audit trail, the ledger's checks and the state of the system. */
  'audit',
] as const
export type OperatorRight = (typeof operatorRights)[number]

/** Everything that needs two people, by the word of the feature it belongs to. */
export const reviewKinds = [
  'identity',
  'bank-account',
  'deposit',
  'withdrawal',
  'payout-batch',
  'payout-return',
  'day-trading',
  'recovery',
  'appeal',
  'restriction',
  'restriction-lift',
  'journal',
  'rule-change',
  'site-config',
  'channel',
  'closure',
  'market-halt',
  'market-resume',
  'operator',
  'coupon-grant',
  'notice',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

/**
 * `waiting`: nobody has voted. `second`: one has approved. `decided`: the worker carries it out. `closed`: carried out.
 */
export const reviewStates = ['waiting', 'second', 'decided', 'closed', 'expired', 'withdrawn'] as const
export type ReviewState = (typeof reviewStates)[number]

export const reviewDecisions = ['approve', 'reject'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

export const operatorFactors = ['authenticator', 'passkey', 'recovery-code'] as const
export type OperatorFactor = (typeof operatorFactors)[number]

/** What of a member is masked in the console until it is opened for a purpose. */
export const personalFields = [
  'account',
  'name',
  'id-number',
  'birth-date',
  'bank-account',
  'papers',
  /** How somebody who has lost everything can be reached. */
  'contact',
] as const
export type PersonalField = (typeof personalFields)[number]
