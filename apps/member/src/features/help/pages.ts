import type { FeaturePages } from '../../feature-pages.ts'
import { siteTexts } from '../site/texts/index.ts'
import { helpTexts } from './texts/index.ts'

export const helpPages: FeaturePages = {
  routes: [],
  views: {
    '/user/aboutUs': {
      help: {
        title: 'help',
        texts: [helpTexts, siteTexts],
        load: () => import('./HelpView.tsx').then((file) => file.HelpView),
      },
    },
  },
}
