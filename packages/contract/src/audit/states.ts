/** Who can stand behind an entry of the trail. */
export const auditActors = ['operator', 'member', 'system', 'anonymous'] as const
export type AuditActor = (typeof auditActors)[number]
