// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { offersTexts } from './texts/index.ts'

export const newSharesPages: readonly ConsolePage[] = [
  {
    path: '/offers',
    title: { tw: '新股', en: 'New shares' },
    right: 'read',
    texts: [offersTexts, proposalTexts],
    menu: { icon: 'ticket', group: 'market' },
    keywords: ['offer', 'subscription', 'ipo', 'new shares'],
    load: () => import('./OffersPage.tsx').then((file) => file.OffersPage),
  },
]
