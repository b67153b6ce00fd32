import type { FeaturePages } from '../../feature-pages.ts'
import { couponsTexts } from './texts/index.ts'

export const couponsPages: FeaturePages = {
  routes: [
    {
      path: '/home/coupons',
      title: 'coupons',
      access: 'member',
      simulated: 'money',
      texts: [couponsTexts],
      load: () => import('./CouponsScreen.tsx').then((file) => file.CouponsScreen),
    },
  ],
}
