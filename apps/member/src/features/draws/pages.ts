import type { FeaturePages } from '../../feature-pages.ts'
import { drawsTexts } from './texts/index.ts'

export const drawsPages: FeaturePages = {
  routes: [],
  views: {
    '/user/aboutUs': {
      draws: {
        title: 'draws',
        texts: [drawsTexts],
        load: () => import('./DrawsView.tsx').then((file) => file.DrawsView),
      },
    },
  },
}
