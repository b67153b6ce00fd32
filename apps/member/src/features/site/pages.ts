import type { FeaturePages } from '../../feature-pages.ts'
import { listsTexts } from '../market-data/lists/texts/index.ts'
import { noticesTexts } from '../notices/texts/index.ts'
import { homeTexts } from './home/texts/index.ts'
import { rulesTexts } from './rules/texts/index.ts'
import { siteTexts } from './texts/index.ts'

export const sitePages: FeaturePages = {
  routes: [
    {
      path: '/home/index',
      title: 'home',
      access: 'anyone',
      keepAlive: true,
      tab: 'home',
      simulated: 'market',
      texts: [homeTexts, listsTexts, noticesTexts],
      load: () => import('./home/HomeScreen.tsx').then((file) => file.HomeScreen),
    },
    {
      path: '/user/language',
      title: 'language',
      access: 'anyone',
      texts: [siteTexts],
      load: () => import('./LanguageScreen.tsx').then((file) => file.LanguageScreen),
    },
    {
      path: '/user/agreement',
      title: 'agreement',
      access: 'anyone',
      texts: [siteTexts],
      load: () => import('./AgreementScreen.tsx').then((file) => file.AgreementScreen),
    },
    {
      path: '/user/aboutUs',
      title: 'about',
      access: 'anyone',
      texts: [siteTexts],
      load: () => import('./AboutScreen.tsx').then((file) => file.AboutScreen),
      views: {
        rules: {
          title: 'rules',
          texts: [rulesTexts],
          simulated: 'market',
          load: () => import('./rules/RulesView.tsx').then((file) => file.RulesView),
        },
      },
    },
  ],
}
