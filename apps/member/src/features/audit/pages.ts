import type { FeaturePages } from '../../feature-pages.ts'
import { auditTexts } from './texts/index.ts'

export const auditPages: FeaturePages = {
  routes: [],
  views: {
    '/user/FundingDetails': {
      proof: {
        title: 'balanceProof',
        texts: [auditTexts],
        simulated: 'money',
        load: () => import('./BalanceProofView.tsx').then((file) => file.BalanceProofView),
      },
    },
  },
}
