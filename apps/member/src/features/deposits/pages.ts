import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { siteTexts } from '../site/texts/index.ts'
import { uploadsTexts } from '../uploads/texts/index.ts'
import { depositsTexts } from './texts/index.ts'

export const depositsPages: FeaturePages = {
  routes: [
    {
      path: '/user/rechargeChannel',
      title: 'deposit',
      access: 'member',
      simulated: 'money',
      texts: [depositsTexts, fundComponentsTexts],
      load: () => import('./ChannelsScreen.tsx').then((file) => file.ChannelsScreen),
    },
    {
      path: '/user/recharge',
      title: 'deposit',
      access: 'member',
      simulated: 'money',
      texts: [depositsTexts, fundComponentsTexts, uploadsTexts],
      load: () => import('./DepositScreen.tsx').then((file) => file.DepositScreen),
      views: {
        progress: {
          title: 'depositProgress',
          texts: [depositsTexts, fundComponentsTexts, siteTexts],
          simulated: 'money',
          load: () => import('./detail/DepositProgressView.tsx').then((file) => file.DepositProgressView),
        },
      },
    },
  ],
}
