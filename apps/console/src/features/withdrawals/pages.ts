// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { filterTexts } from '#kit/filter/texts/index.ts'
import { requestListTexts } from '#kit/list/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { payoutsTexts } from './payouts/texts/index.ts'
import { withdrawalsTexts } from './requests/texts/index.ts'

// Longer paths first: a page matches everything below its own path.
export const withdrawalsPages: readonly ConsolePage[] = [
  {
    path: '/withdrawals/payouts',
    title: { tw: '付款檔', en: 'Payout files' },
    right: 'read',
    texts: [payoutsTexts, withdrawalsTexts],
    keywords: ['payout', 'file', 'bank'],
    load: () => import('./payouts/PayoutsPage.tsx').then((file) => file.PayoutsPage),
  },
  {
    path: '/withdrawals',
    title: { tw: '提領', en: 'Withdrawals' },
    right: 'read',
    texts: [withdrawalsTexts, requestListTexts, filterTexts],
    menu: { icon: 'withdraw', group: 'money' },
    keywords: ['withdrawal', 'payout'],
    load: () => import('./requests/WithdrawalsPage.tsx').then((file) => file.WithdrawalsPage),
  },
]
