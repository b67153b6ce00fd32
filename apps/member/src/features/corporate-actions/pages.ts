import type { FeaturePages } from '../../feature-pages.ts'
import { corporateActionsTexts } from './texts/index.ts'

/** A sub-screen of the positions: the specification fixes the paths of the screens. */
export const corporateActionsPages: FeaturePages = {
  routes: [],
  views: {
    '/position/position': {
      dividend: {
        title: 'corporateActions',
        simulated: 'money',
        texts: [corporateActionsTexts],
        load: () => import('./DividendView.tsx').then((file) => file.DividendView),
      },
    },
  },
}
