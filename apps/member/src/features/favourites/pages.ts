import type { FeaturePages } from '../../feature-pages.ts'
import { listsTexts } from '../market-data/lists/texts/index.ts'
import { favouritesTexts } from './texts/index.ts'

export const favouritesPages: FeaturePages = {
  routes: [
    {
      path: '/market/favo',
      title: 'watchList',
      access: 'member',
      simulated: 'market',
      texts: [favouritesTexts, listsTexts],
      load: () => import('./FavoScreen.tsx').then((file) => file.FavoScreen),
    },
  ],
}
