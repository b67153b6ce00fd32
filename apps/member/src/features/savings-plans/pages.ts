import type { FeaturePages } from '../../feature-pages.ts'
import { ordersTexts } from '../orders/texts/index.ts'
import { savingsPlansTexts } from './texts/index.ts'

/** Sub-screens of the trade hub: the specification fixes the paths of the screens. */
export const savingsPlansPages: FeaturePages = {
  routes: [],
  views: {
    '/trading/trading': {
      'savings-plans': {
        title: 'savingsPlans',
        simulated: 'money',
        texts: [savingsPlansTexts, ordersTexts],
        load: () => import('./PlansView.tsx').then((file) => file.PlansView),
      },
      'savings-plan': {
        title: 'savingsPlan',
        simulated: 'money',
        texts: [savingsPlansTexts, ordersTexts],
        load: () => import('./PlanView.tsx').then((file) => file.PlanView),
      },
    },
  },
}
