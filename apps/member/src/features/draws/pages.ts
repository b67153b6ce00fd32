import type { FeaturePages } from '../../feature-pages.ts'
import { auditTexts } from '../audit/texts/index.ts'
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
      draw: {
        title: 'draw',
        texts: [drawsTexts, auditTexts],
        load: () => import('./DrawScreen.tsx').then((file) => file.DrawScreen),
      },
    },
  },
}
