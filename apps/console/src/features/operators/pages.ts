// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { filterTexts } from '#kit/filter/texts/index.ts'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import { savedViewsTexts } from '#kit/views/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { accountTexts } from './account/texts/index.ts'
import { homeTexts } from './home/texts/index.ts'
import { peopleTexts } from './people/texts/index.ts'
import { queueTexts } from './queue/texts/index.ts'
import { useBell } from './queue/use-bell.ts'
import { useCountOf, useOpenCount } from './queue/use-counts.ts'
import { signInTexts } from './sign-in/texts/index.ts'
import { reviewTexts } from './review/texts/index.ts'

export const signInPage: ConsolePage = {
  path: '/sign-in',
  title: { tw: '營運登入', en: 'Operator sign-in' },
  right: 'read',
  texts: [signInTexts],
  load: () => import('./sign-in/SignInPage.tsx').then((file) => file.SignInPage),
}

export const homePages: readonly ConsolePage[] = [
  {
    path: '/home',
    title: { tw: '今天', en: 'Today' },
    right: 'read',
    texts: [homeTexts, queueTexts],
    menu: { icon: 'home', group: 'work' },
    keywords: ['home', 'late', 'start'],
    load: () => import('./home/HomePage.tsx').then((file) => file.HomePage),
  },
]

export const queuePages: readonly ConsolePage[] = [
  {
    path: '/queue',
    title: { tw: '審核佇列', en: 'Review queue' },
    right: 'read',
    texts: [queueTexts, reviewTexts, noticePreviewTexts, savedViewsTexts, filterTexts],
    menu: { icon: 'tasks', group: 'work', useCount: useOpenCount },
    useBell,
    links: [
      {
        search: '?kind=day-trading',
        title: { tw: '當沖申請', en: 'Day trading' },
        icon: 'bolt',
        useCount: () => useCountOf('day-trading'),
      },
      {
        search: '?kind=recovery',
        title: { tw: '密碼重設', en: 'Account recovery' },
        icon: 'key',
        useCount: () => useCountOf('recovery'),
      },
    ],
    keywords: ['review', 'approve'],
    load: () => import('./queue/QueuePage.tsx').then((file) => file.QueuePage),
  },
]

export const peoplePages: readonly ConsolePage[] = [
  {
    path: '/operators',
    title: { tw: '人員與角色', en: 'People and roles' },
    right: 'read',
    texts: [peopleTexts],
    menu: { icon: 'follow', group: 'oversight' },
    keywords: ['role', 'right', 'operator'],
    load: () => import('./people/PeoplePage.tsx').then((file) => file.PeoplePage),
  },
  {
    // Reached from the operator's card: it is about the operator's own account.
    path: '/account',
    title: { tw: '登入方式', en: 'Sign-in methods' },
    right: 'read',
    texts: [accountTexts],
    keywords: ['passkey', 'security'],
    load: () => import('./account/AccountPage.tsx').then((file) => file.AccountPage),
  },
]
