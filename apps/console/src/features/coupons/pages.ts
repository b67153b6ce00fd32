// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { couponsTexts } from './texts/index.ts'

export const couponsPages: readonly ConsolePage[] = [
  {
    path: '/coupons',
    title: { tw: '手續費券', en: 'Fee vouchers' },
    right: 'read',
    texts: [couponsTexts, proposalTexts],
    menu: { icon: 'ticket', group: 'site' },
    keywords: ['voucher', 'coupon', 'grant'],
    load: () => import('./CouponsPage.tsx').then((file) => file.CouponsPage),
  },
]
