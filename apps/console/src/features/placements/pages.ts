// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { placementsTexts } from './texts/index.ts'

export const placementsPages: readonly ConsolePage[] = [
  {
    path: '/placements',
    title: { tw: 'ETF 與配售', en: 'ETF and placement' },
    right: 'read',
    texts: [placementsTexts, proposalTexts],
    menu: { icon: 'box', group: 'market' },
    keywords: ['placement', 'etf', 'allotment', 'offer'],
    load: () => import('./PlacementsPage.tsx').then((file) => file.PlacementsPage),
  },
]
