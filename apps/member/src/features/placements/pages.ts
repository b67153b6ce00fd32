import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { ordersTexts } from '../orders/texts/index.ts'
import { placementsTexts } from './texts/index.ts'

export const placementsPages: FeaturePages = {
  routes: [
    {
      path: '/common/dividend3',
      title: 'placements',
      access: 'member',
      simulated: 'market',
      texts: [placementsTexts],
      load: () => import('./PlacementsScreen.tsx').then((file) => file.PlacementsScreen),
      views: {
        detail: {
          title: 'placement',
          simulated: 'market',
          texts: [placementsTexts, fundComponentsTexts, ordersTexts],
          load: () => import('./detail/PlacementScreen.tsx').then((file) => file.PlacementScreen),
        },
        draw: {
          title: 'placementDraw',
          simulated: 'money',
          // The draw loads its own texts with its code.
          texts: [],
          load: () => import('./detail/DrawPage.tsx').then((file) => file.DrawPage),
        },
      },
    },
  ],
}
