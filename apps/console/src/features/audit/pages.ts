import { queueTexts } from '#features/operators'
import { trailTexts } from '#kit/trail/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { auditTexts } from './texts/index.ts'

export const auditPages: readonly ConsolePage[] = [
  {
    path: '/audit',
    title: { tw: '稽核紀錄', en: 'Audit trail' },
    right: 'audit',
    texts: [auditTexts, queueTexts, trailTexts],
    menu: { icon: 'history', group: 'oversight' },
    keywords: ['audit', 'chain', 'approver'],
    load: () => import('./AuditPage.tsx').then((file) => file.AuditPage),
  },
]
