// The pages of this feature, for the route table.

import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { newsTexts } from './texts/index.ts'

export const newsPages: readonly ConsolePage[] = [
  {
    path: '/news',
    title: { tw: '新聞', en: 'News' },
    right: 'read',
    texts: [newsTexts, noticePreviewTexts],
    menu: { icon: 'doc', group: 'site' },
    keywords: ['news', 'article', 'lesson'],
    load: () => import('./NewsPage.tsx').then((file) => file.NewsPage),
  },
]
