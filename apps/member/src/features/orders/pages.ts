import type { FeaturePages } from '../../feature-pages.ts'
import { figuresTexts } from '../figures/texts/index.ts'
import { listsTexts } from '../market-data/lists/texts/index.ts'
import { hubTexts } from './hub/texts/index.ts'
import { ordersTexts } from './texts/index.ts'

export const ordersPages: FeaturePages = {
  routes: [
    {
      path: '/market/marketBuy',
      title: 'marketBuy',
      access: 'member',
      simulated: 'market',
      texts: [ordersTexts],
      load: () => import('./ticket/MarketBuyScreen.tsx').then((file) => file.MarketBuyScreen),
    },
    {
      path: '/trading/trading',
      title: 'trading',
      access: 'member',
      tab: 'trade',
      simulated: 'money',
      texts: [hubTexts, figuresTexts, ordersTexts, listsTexts],
      load: () => import('./hub/TradingScreen.tsx').then((file) => file.TradingScreen),
    },
  ],
}
