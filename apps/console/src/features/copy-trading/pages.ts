import { requestListTexts } from '#kit/list/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { copyTradingTexts } from './texts/index.ts'

// Longer paths first: a page matches everything below its own path.
export const copyTradingPages: readonly ConsolePage[] = [
  {
    path: '/copy-trading/products',
    under: '/mentors',
    title: { tw: '導師基金', en: 'Follow products' },
    right: 'read',
    texts: [copyTradingTexts],
    keywords: ['product', 'follow', 'mentor'],
    load: () => import('./ProductsPage.tsx').then((file) => file.ProductsPage),
  },
  {
    path: '/copy-trading',
    under: '/mentors',
    title: { tw: '跟單', en: 'Copies' },
    right: 'read',
    texts: [copyTradingTexts, requestListTexts],
    keywords: ['copy', 'follow'],
    load: () => import('./CopiesPage.tsx').then((file) => file.CopiesPage),
  },
]
