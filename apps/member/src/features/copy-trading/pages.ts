import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { copyTradingTexts } from './texts/index.ts'

export const copyTradingPages: FeaturePages = {
  routes: [
    {
      path: '/gdindex/gdList',
      title: 'followProducts',
      access: 'member',
      simulated: 'money',
      texts: [copyTradingTexts],
      load: () => import('./ProductsScreen.tsx').then((file) => file.ProductsScreen),
    },
    {
      path: '/gdindex/dsFllowRecord',
      title: 'copyRecords',
      access: 'member',
      simulated: 'money',
      texts: [copyTradingTexts],
      load: () => import('./RecordsScreen.tsx').then((file) => file.RecordsScreen),
      views: {
        copy: {
          title: 'myCopy',
          simulated: 'money',
          texts: [copyTradingTexts, fundComponentsTexts],
          load: () => import('./CopyView.tsx').then((file) => file.CopyView),
        },
      },
    },
  ],
}
