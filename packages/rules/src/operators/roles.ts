// The rights of each role. One table for every console route, every vote, the page that shows it, and the permission
// matrix.

import type { OperatorRight, OperatorRole } from '@fairlot/contract/operators'

export const rightsOf: Readonly<Record<OperatorRole, readonly OperatorRight[]>> = {
  support: ['read', 'open-personal', 'write-notices', 'answer-support'],
  reviewer: ['read', 'open-personal', 'review'],
  approver: ['read', 'open-personal', 'review', 'approve', 'propose-funds'],
  market: ['read', 'approve', 'propose-market'],
  auditor: ['read', 'audit'],
  admin: ['read', 'approve', 'propose-rules', 'propose-people', 'audit'],
}

export interface GrantedRole {
  readonly role: OperatorRole
  /** When the role ends; null for no end. */
  readonly until: Date | null
}

export const hasRight = (roles: readonly GrantedRole[], right: OperatorRight, now: Date): boolean =>
  roles.some(({ role, until }) => (until === null || until > now) && rightsOf[role].includes(right))
