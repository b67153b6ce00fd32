// The pages of this feature, for the route table. Imported by value: only the list; code and texts load with the page.

import type { ConsolePage } from '#shell/page.ts'
import { channelsTexts } from './channels/texts/index.ts'
import { depositsTexts } from './requests/texts/index.ts'
import { statementsTexts } from './statements/texts/index.ts'

// The longer paths first: a page answers for everything below its own.
export const depositsPages: readonly ConsolePage[] = [
  {
    path: '/deposits/channels',
    title: { tw: '儲值通道', en: 'Deposit channels' },
    right: 'read',
    texts: [channelsTexts, depositsTexts],
    keywords: ['channel', 'bank account'],
    load: () => import('./channels/ChannelsPage.tsx').then((file) => file.ChannelsPage),
  },
  {
    path: '/deposits/statements',
    title: { tw: '銀行明細', en: 'Bank statements' },
    right: 'read',
    texts: [statementsTexts, depositsTexts],
    keywords: ['statement', 'csv', 'difference'],
    load: () => import('./statements/StatementsPage.tsx').then((file) => file.StatementsPage),
  },
  {
    path: '/deposits',
    title: { tw: '儲值', en: 'Deposits' },
    right: 'read',
    texts: [depositsTexts],
    menu: { icon: 'deposit' },
    keywords: ['deposit', 'receipt'],
    load: () => import('./requests/DepositsPage.tsx').then((file) => file.DepositsPage),
  },
]
