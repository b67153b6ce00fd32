import type { FeaturePages } from '../../feature-pages.ts'
import { figuresTexts } from '../figures/texts/index.ts'
import { fundComponentsTexts } from './components/texts/index.ts'
import { fundsTexts } from './texts/index.ts'
import { walletTexts } from './wallet/texts/index.ts'

export const fundsPages: FeaturePages = {
  routes: [
    {
      path: '/user/FundingDetails',
      title: 'fundRecord',
      access: 'member',
      tab: 'funds',
      simulated: 'money',
      texts: [fundsTexts],
      load: () => import('./records/FundingDetailsScreen.tsx').then((file) => file.FundingDetailsScreen),
      views: {
        entry: {
          title: 'fundEntry',
          texts: [fundsTexts],
          simulated: 'money',
          load: () => import('./records/EntryView.tsx').then((file) => file.EntryView),
        },
      },
    },
    {
      path: '/wallet/index',
      title: 'wallet',
      access: 'member',
      simulated: 'money',
      texts: [walletTexts, figuresTexts, fundComponentsTexts, fundsTexts],
      load: () => import('./wallet/WalletScreen.tsx').then((file) => file.WalletScreen),
    },
  ],
}
