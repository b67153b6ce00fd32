export const operatorRoles = ['support', 'reviewer', 'approver', 'market', 'auditor', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/**
 * Rights an operator can have. No right allows writing a balance, a price, a fill, a draw or a statistic, because no
 * route does that.
 */
export const operatorRights = [
  /** See the queue, members with masked data, orders and fund requests. */
  'read',
  /** Open a member's masked data for a stated purpose, which is recorded and shown to the member. */
  'open-personal',
  /** Vote first on members' requests. */
  'review',
  /** Vote second, and vote on operators' proposals. */
  'approve',
  /** Propose a restriction, a correction, a payout file, a channel. */
  'propose-funds',
  /** Propose a halt, a resumption, a closed day. */
  'propose-market',
  /** Propose to change a rule or a setting of the site. */
  'propose-rules',
  /** Write notices. */
  'write-notices',
  /** Propose operators and their roles. */
  'propose-people',
  /** Read the audit trail, the ledger's checks and the state of the system. */
  'audit',
  /** Answer members' matters at customer service. It moves no money and decides no review. */
  'answer-support',
] as const
export type OperatorRight = (typeof operatorRights)[number]

/**
 * `waiting`: no vote yet. `second`: one approval. `decided`: the worker will execute it. `closed`: executed.
 * `cancelled`: by its member or its proposer.
 */
export const reviewStates = ['waiting', 'second', 'decided', 'closed', 'expired', 'cancelled'] as const
export type ReviewState = (typeof reviewStates)[number]

export const reviewDecisions = ['approve', 'reject'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

export const operatorFactors = ['authenticator', 'passkey', 'recovery-code'] as const
export type OperatorFactor = (typeof operatorFactors)[number]

/** Personal data that the console masks until it is opened for a purpose. */
export const personalFields = [
  'account',
  'name',
  'id-number',
  'birth-date',
  'bank-account',
  'identity-documents',
  /** Contact details of a member who has lost every factor. */
  'contact',
  /** A picture that a member sent to customer service. */
  'support-picture',
] as const
export type PersonalField = (typeof personalFields)[number]

/** The kinds of key with which an operator signs a vote: a passkey, or a key that one browser stores. */
export const votingKeyKinds = ['passkey', 'device'] as const
export type VotingKeyKind = (typeof votingKeyKinds)[number]

/** A signature over a vote's statement. Bytes are base64url without padding. */
export interface VoteSignature {
  readonly keyId: string
  readonly at: string
  readonly opened: readonly string[]
  readonly signature: string
  /** Only for a passkey: what its assertion signs besides the challenge. */
  readonly authenticatorData?: string | undefined
  readonly clientDataJSON?: string | undefined
}
