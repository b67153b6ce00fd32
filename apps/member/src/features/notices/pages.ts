import type { FeaturePages } from '../../feature-pages.ts'
import { noticesTexts } from './texts/index.ts'

export const noticesPages: FeaturePages = {
  routes: [
    {
      path: '/home/notice',
      title: 'notices',
      access: 'anyone',
      texts: [noticesTexts],
      load: () => import('./NoticeScreen.tsx').then((file) => file.NoticeScreen),
    },
    {
      path: '/home/noticeDetail',
      title: 'notice',
      access: 'anyone',
      texts: [noticesTexts],
      load: () => import('./NoticeDetailScreen.tsx').then((file) => file.NoticeDetailScreen),
    },
  ],
  views: {
    '/user/setting': {
      notifications: {
        title: 'notifications',
        texts: [noticesTexts],
        load: () => import('./NotificationsView.tsx').then((file) => file.NotificationsView),
      },
    },
  },
}
