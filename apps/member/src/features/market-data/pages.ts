import type { FeaturePages } from '../../feature-pages.ts'
import { detailTexts } from './detail/texts/index.ts'
import { moreTexts as moreDetailTexts } from './detail/texts/more/index.ts'
import { hotTexts } from './lists/hot/texts/index.ts'
import { listsTexts } from './lists/texts/index.ts'

export const marketDataPages: FeaturePages = {
  routes: [
    {
      path: '/market/market',
      title: 'market',
      access: 'anyone',
      keepAlive: true,
      tab: 'market',
      simulated: 'market',
      texts: [listsTexts],
      load: () => import('./lists/MarketScreen.tsx').then((file) => file.MarketScreen),
    },
    {
      path: '/market/stockHot/stockList',
      title: 'hotStocks',
      access: 'anyone',
      keepAlive: true,
      simulated: 'market',
      texts: [hotTexts, listsTexts],
      load: () => import('./lists/hot/HotListScreen.tsx').then((file) => file.HotListScreen),
    },
    {
      path: '/market/marketDetail',
      title: 'stock',
      access: 'anyone',
      simulated: 'market',
      texts: [detailTexts],
      load: () => import('./detail/DetailScreen.tsx').then((file) => file.DetailScreen),
      views: {
        table: {
          title: 'stockTable',
          texts: [detailTexts, moreDetailTexts],
          simulated: 'market',
          load: () => import('./detail/TableView.tsx').then((file) => file.TableView),
        },
      },
    },
  ],
}
