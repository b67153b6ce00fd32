import type { FeaturePages } from '../../feature-pages.ts'

export const drawsPages: FeaturePages = {
  routes: [],
  views: {
    '/user/aboutUs': {
      draws: {
        title: 'draws',
        // Rarely opened: its texts load with its code, and the first download stays smaller.
        texts: [],
        load: () => import('./DrawsView.tsx').then((file) => file.DrawsView),
      },
    },
  },
}
