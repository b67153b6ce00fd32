// The pages of this feature, for the route table.

import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import { proposalTexts } from '#kit/proposal/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { noticesTexts } from './texts/index.ts'

export const noticesPages: readonly ConsolePage[] = [
  {
    path: '/notices',
    title: { tw: '公告', en: 'Notices' },
    right: 'read',
    texts: [noticesTexts, noticePreviewTexts, proposalTexts],
    menu: { icon: 'news', group: 'site' },
    keywords: ['notice', 'announcement'],
    load: () => import('./NoticesPage.tsx').then((file) => file.NoticesPage),
  },
]
