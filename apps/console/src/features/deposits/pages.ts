// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { filterTexts } from '#kit/filter/texts/index.ts'
import { requestListTexts } from '#kit/list/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { channelsTexts } from './channels/texts/index.ts'
import { depositsTexts } from './requests/texts/index.ts'

// Longer paths first: a page matches everything below its own path.
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
    path: '/deposits',
    title: { tw: '儲值', en: 'Deposits' },
    right: 'read',
    texts: [depositsTexts, requestListTexts, filterTexts],
    menu: { icon: 'deposit', group: 'money' },
    keywords: ['deposit', 'receipt'],
    load: () => import('./requests/DepositsPage.tsx').then((file) => file.DepositsPage),
  },
]
