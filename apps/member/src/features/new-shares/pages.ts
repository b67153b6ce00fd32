import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { newSharesTexts } from './texts/index.ts'

export const newSharesPages: FeaturePages = {
  routes: [
    {
      path: '/market/subscribe',
      title: 'subscribe',
      access: 'member',
      simulated: 'money',
      texts: [newSharesTexts, fundComponentsTexts],
      load: () => import('./SubscribeScreen.tsx').then((file) => file.SubscribeScreen),
    },
    {
      path: '/market/subscribeDetail',
      title: 'subscribeDetail',
      access: 'member',
      simulated: 'money',
      texts: [newSharesTexts, fundComponentsTexts],
      load: () => import('./detail/OfferScreen.tsx').then((file) => file.OfferScreen),
      views: {
        draw: {
          title: 'subscribeDraw',
          simulated: 'money',
          // The draw loads its own texts with its code.
          texts: [],
          load: () => import('./detail/DrawPage.tsx').then((file) => file.DrawPage),
        },
      },
    },
    {
      path: '/market/subscribeRecord',
      title: 'subscribeRecord',
      access: 'member',
      simulated: 'money',
      texts: [newSharesTexts, fundComponentsTexts],
      load: () => import('./records/RecordsScreen.tsx').then((file) => file.RecordsScreen),
    },
  ],
}
