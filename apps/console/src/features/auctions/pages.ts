// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { auctionsTexts } from './texts/index.ts'

export const auctionsPages: readonly ConsolePage[] = [
  {
    path: '/auctions',
    title: { tw: '競拍', en: 'Auctions' },
    right: 'read',
    texts: [auctionsTexts, proposalTexts],
    menu: { icon: 'ticket', group: 'market' },
    keywords: ['auction', 'bid', 'ipo', 'new shares'],
    load: () => import('./AuctionsPage.tsx').then((file) => file.AuctionsPage),
  },
]
