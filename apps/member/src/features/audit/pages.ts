import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { withdrawalsTexts } from '../withdrawals/texts/index.ts'
import { checksTexts } from './checks/texts/index.ts'
import { auditTexts } from './texts/index.ts'

export const auditPages: FeaturePages = {
  routes: [],
  views: {
    '/user/aboutUs': {
      checks: {
        title: 'checks',
        texts: [checksTexts, withdrawalsTexts, fundComponentsTexts],
        simulated: 'money',
        load: () => import('./checks/ChecksView.tsx').then((file) => file.ChecksView),
      },
    },
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
