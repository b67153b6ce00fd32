// The pages of this feature, for the route table.

import type { ConsolePage } from '#shell/page.ts'
import { copyTradingTexts } from '../copy-trading/texts/index.ts'
import { mentorsTexts } from './texts/index.ts'

export const mentorsPages: readonly ConsolePage[] = [
  {
    path: '/mentors',
    title: { tw: '導師', en: 'Mentors' },
    right: 'read',
    texts: [mentorsTexts, copyTradingTexts],
    menu: { icon: 'follow', group: 'market' },
    keywords: ['mentor', 'follow', 'copy', 'level'],
    load: () => import('./MentorsPage.tsx').then((file) => file.MentorsPage),
  },
]
