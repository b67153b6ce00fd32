import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { siteTexts } from '../site/texts/index.ts'
import { withdrawalDetailTexts } from './detail/texts/index.ts'
import { withdrawalsTexts } from './texts/index.ts'

export const withdrawalsPages: FeaturePages = {
  routes: [
    {
      path: '/user/withdraw',
      title: 'withdraw',
      access: 'member',
      simulated: 'money',
      texts: [withdrawalsTexts, fundComponentsTexts],
      load: () => import('./WithdrawScreen.tsx').then((file) => file.WithdrawScreen),
      views: {
        progress: {
          title: 'withdrawProgress',
          texts: [withdrawalsTexts, withdrawalDetailTexts, fundComponentsTexts, siteTexts],
          simulated: 'money',
          load: () =>
            import('./detail/WithdrawalProgressView.tsx').then((file) => file.WithdrawalProgressView),
        },
      },
    },
  ],
}
