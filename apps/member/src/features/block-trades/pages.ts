import type { FeaturePages } from '../../feature-pages.ts'
import { ordersTexts } from '../orders/texts/index.ts'
import { blockTradesTexts } from './texts/index.ts'

export const blockTradesPages: FeaturePages = {
  routes: [
    {
      path: '/common/dividend',
      title: 'blockTrades',
      access: 'member',
      simulated: 'market',
      texts: [blockTradesTexts, ordersTexts],
      load: () => import('./BlockTradesScreen.tsx').then((file) => file.BlockTradesScreen),
    },
  ],
}
