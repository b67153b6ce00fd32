/** The kinds of actor an audit entry can have. */
export const auditActors = ['operator', 'member', 'system', 'anonymous'] as const
export type AuditActor = (typeof auditActors)[number]
