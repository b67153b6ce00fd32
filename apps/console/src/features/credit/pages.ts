// The pages of this feature, for the route table.

import type { ConsolePage } from '#shell/page.ts'
import { creditTexts } from './texts/index.ts'

export const creditPages: readonly ConsolePage[] = [
  {
    path: '/credit',
    title: { tw: '信用借貸', en: 'Credit' },
    right: 'read',
    texts: [creditTexts],
    menu: { icon: 'loan', group: 'money' },
    keywords: ['credit', 'loan', 'pledge', 'collateral', 'limit'],
    load: () => import('./CreditPage.tsx').then((file) => file.CreditPage),
  },
]
