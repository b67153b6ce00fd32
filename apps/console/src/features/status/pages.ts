import { queueTexts } from '#features/operators'
import type { ConsolePage } from '#shell/page.ts'
import { statusTexts } from './texts/index.ts'

export const statusPages: readonly ConsolePage[] = [
  {
    path: '/system',
    title: { tw: '系統狀態', en: 'System status' },
    right: 'audit',
    texts: [statusTexts, queueTexts],
    menu: { icon: 'grid', group: 'oversight' },
    keywords: ['status', 'process', 'lag', 'backup'],
    load: () => import('./SystemPage.tsx').then((file) => file.SystemPage),
  },
]
