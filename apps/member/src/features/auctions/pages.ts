import type { FeaturePages } from '../../feature-pages.ts'
import { auditTexts } from '../audit/texts/index.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { auctionsTexts } from './texts/index.ts'

export const auctionsPages: FeaturePages = {
  routes: [
    {
      path: '/common/dividend2',
      title: 'auctions',
      access: 'member',
      simulated: 'money',
      texts: [auctionsTexts],
      load: () => import('./AuctionsScreen.tsx').then((file) => file.AuctionsScreen),
      views: {
        auction: {
          title: 'auctions',
          simulated: 'money',
          texts: [auctionsTexts, fundComponentsTexts, auditTexts],
          load: () => import('./detail/AuctionScreen.tsx').then((file) => file.AuctionScreen),
        },
      },
    },
  ],
}
