// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { filterTexts } from '#kit/filter/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { ordersTexts } from './texts/index.ts'

export const ordersPages: readonly ConsolePage[] = [
  {
    path: '/orders',
    title: { tw: '委託與部位', en: 'Orders and positions' },
    right: 'read',
    texts: [ordersTexts, filterTexts],
    menu: { icon: 'trade', group: 'work' },
    keywords: ['order', 'position', 'fill', 'margin'],
    load: () => import('./OrdersPage.tsx').then((file) => file.OrdersPage),
  },
]
