import { requestListTexts } from '#kit/list/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { blockTradesTexts } from './texts/index.ts'

// Longer paths first: a page matches everything below its own path.
export const blockTradesPages: readonly ConsolePage[] = [
  {
    path: '/block-trades/listings',
    title: { tw: '鉅額上架', en: 'Block listings' },
    right: 'read',
    texts: [blockTradesTexts],
    keywords: ['block', 'seat', 'listing'],
    load: () => import('./ListingsPage.tsx').then((file) => file.ListingsPage),
  },
  {
    path: '/block-trades',
    title: { tw: '鉅額交易', en: 'Block trades' },
    right: 'read',
    texts: [blockTradesTexts, requestListTexts],
    menu: { icon: 'box', group: 'market' },
    keywords: ['block'],
    load: () => import('./ApplicationsPage.tsx').then((file) => file.ApplicationsPage),
  },
]
