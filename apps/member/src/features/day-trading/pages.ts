import type { FeaturePages } from '../../feature-pages.ts'
import { listsTexts } from '../market-data/lists/texts/index.ts'
import { dayTradingTexts } from './texts/index.ts'

export const dayTradingPages: FeaturePages = {
  routes: [
    {
      path: '/common/dayTrading',
      title: 'dayTrading',
      access: 'member',
      simulated: 'market',
      texts: [dayTradingTexts, listsTexts],
      load: () => import('./DayTradingScreen.tsx').then((file) => file.DayTradingScreen),
      views: {
        open: {
          title: 'dayTrade',
          texts: [dayTradingTexts, listsTexts],
          simulated: 'market',
          load: () => import('./open/OpenTradeView.tsx').then((file) => file.OpenTradeView),
        },
      },
    },
  ],
}
