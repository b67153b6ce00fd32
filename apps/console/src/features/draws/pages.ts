// The pages of this feature, for the route table.

import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { drawsTexts } from './texts/index.ts'

export const drawsPages: readonly ConsolePage[] = [
  {
    path: '/draws',
    title: { tw: '抽籤', en: 'Draws' },
    right: 'read',
    texts: [drawsTexts, proposalTexts],
    menu: { icon: 'tasks', group: 'market' },
    keywords: ['draw', 'lottery', 'ceremony', 'beacon'],
    load: () => import('./DrawsPage.tsx').then((file) => file.DrawsPage),
  },
]
