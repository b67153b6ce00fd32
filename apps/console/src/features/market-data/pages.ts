import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { marketTexts } from './texts/index.ts'

export const marketDataPages: readonly ConsolePage[] = [
  {
    path: '/market',
    title: { tw: '市場控制', en: 'Market control' },
    right: 'read',
    texts: [marketTexts, proposalTexts],
    menu: { icon: 'market', group: 'market' },
    keywords: ['halt', 'resume', 'session', 'stock'],
    load: () => import('./MarketPage.tsx').then((file) => file.MarketPage),
  },
]
