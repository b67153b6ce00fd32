// The pages of this feature, for the route table.

import type { ConsolePage } from '#shell/page.ts'
import { reviewTexts } from '#features/operators'
import { useBrokenCount } from './reconciling/use-broken-count.ts'
import { fundsTexts } from './texts/index.ts'

export const fundsPages: readonly ConsolePage[] = [
  {
    path: '/funds',
    title: { tw: '分錄與對帳', en: 'Ledger and checks' },
    right: 'read',
    texts: [fundsTexts, reviewTexts],
    menu: { icon: 'table', group: 'money', useCount: useBrokenCount },
    keywords: ['ledger', 'reconciliation', 'journal', 'correction', 'trial balance'],
    load: () => import('./FundsPage.tsx').then((file) => file.FundsPage),
  },
]
