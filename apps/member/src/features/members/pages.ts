import type { FeaturePages } from '../../feature-pages.ts'
import { figuresTexts } from '../figures/texts/index.ts'
import { noticesTexts } from '../notices/texts/index.ts'
import { membersTexts } from './texts/index.ts'

export const membersPages: FeaturePages = {
  routes: [
    {
      path: '/user/usercenter',
      title: 'userCenter',
      access: 'member',
      keepAlive: true,
      tab: 'mine',
      simulated: 'money',
      texts: [membersTexts, figuresTexts, noticesTexts],
      load: () => import('./UserCenterScreen.tsx').then((file) => file.UserCenterScreen),
    },
    {
      path: '/user/setting',
      title: 'setting',
      access: 'member',
      texts: [membersTexts],
      load: () => import('./SettingScreen.tsx').then((file) => file.SettingScreen),
      views: {
        profile: {
          title: 'profile',
          texts: [membersTexts],
          load: () => import('./ProfileView.tsx').then((file) => file.ProfileView),
        },
        'up-down': {
          title: 'upDown',
          texts: [membersTexts],
          load: () => import('./UpDownView.tsx').then((file) => file.UpDownView),
        },
        restrictions: {
          title: 'restrictions',
          texts: [membersTexts],
          simulated: 'money',
          load: () => import('./RestrictionsView.tsx').then((file) => file.RestrictionsView),
        },
      },
    },
  ],
  views: {
    '/login/login': {
      restrictions: {
        title: 'restrictions',
        texts: [membersTexts],
        simulated: 'money',
        load: () => import('./BlockedView.tsx').then((file) => file.BlockedView),
      },
    },
  },
}
