import type { FeaturePages } from '../../feature-pages.ts'
import { noticesTexts } from '../notices/texts/index.ts'
import { newsTexts } from './texts/index.ts'

export const newsPages: FeaturePages = {
  routes: [
    {
      path: '/home/moreNews',
      title: 'news',
      access: 'anyone',
      tab: 'news',
      texts: [newsTexts, noticesTexts],
      load: () => import('./NewsScreen.tsx').then((file) => file.NewsScreen),
    },
    {
      path: '/home/DetailsPage',
      title: 'article',
      access: 'anyone',
      texts: [newsTexts],
      load: () => import('./ArticleScreen.tsx').then((file) => file.ArticleScreen),
    },
  ],
}
