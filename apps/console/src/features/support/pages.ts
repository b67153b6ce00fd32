// The pages of this feature, for the route table.

import type { ConsolePage } from '#shell/page.ts'
import { supportTexts } from './texts/index.ts'
import { useWaitingCount } from './use-waiting-count.ts'

export const supportPages: readonly ConsolePage[] = [
  {
    path: '/support',
    title: { tw: '客服', en: 'Customer service' },
    right: 'answer-support',
    texts: [supportTexts],
    menu: { icon: 'headset', group: 'work', useCount: useWaitingCount },
    keywords: ['support', 'answer', 'inbox'],
    load: () => import('./SupportPage.tsx').then((file) => file.SupportPage),
  },
]
