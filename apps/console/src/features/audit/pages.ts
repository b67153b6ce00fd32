import { queueTexts } from '#features/operators'
import type { ConsolePage } from '#shell/page.ts'
import { auditTexts } from './texts/index.ts'

export const auditPages: readonly ConsolePage[] = [
  {
    path: '/audit',
    title: { tw: '稽核紀錄', en: 'Audit trail' },
    right: 'audit',
    texts: [auditTexts, queueTexts],
    menu: { icon: 'history' },
    keywords: ['audit', 'chain', 'approver'],
    load: () => import('./AuditPage.tsx').then((file) => file.AuditPage),
  },
]
