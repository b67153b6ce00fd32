import type { FeaturePages } from '../../feature-pages.ts'
import { favouritesTexts } from '../favourites/texts/index.ts'
import { listsTexts } from '../market-data/lists/texts/index.ts'
import { newsTexts } from '../news/texts/index.ts'
import { instrumentsTexts } from './texts/index.ts'

export const instrumentsPages: FeaturePages = {
  routes: [
    {
      path: '/home/searchIndex',
      title: 'searchIndex',
      access: 'anyone',
      simulated: 'market',
      texts: [instrumentsTexts, listsTexts, favouritesTexts, newsTexts],
      load: () => import('./SearchIndexScreen.tsx').then((file) => file.SearchIndexScreen),
    },
    {
      path: '/home/search',
      title: 'search',
      access: 'anyone',
      simulated: 'market',
      texts: [instrumentsTexts, listsTexts, favouritesTexts, newsTexts],
      load: () => import('./SearchScreen.tsx').then((file) => file.SearchScreen),
    },
  ],
}
