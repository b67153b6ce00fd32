// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { corporateActionsTexts } from './texts/index.ts'

export const corporateActionsPages: readonly ConsolePage[] = [
  {
    path: '/corporate-actions',
    title: { tw: '現金股利', en: 'Cash dividends' },
    right: 'read',
    texts: [corporateActionsTexts, proposalTexts],
    menu: { icon: 'doc', group: 'market' },
    keywords: ['dividend', 'ex-date', 'corporate action', 'entitlement'],
    load: () => import('./CorporateActionsPage.tsx').then((file) => file.CorporateActionsPage),
  },
]
