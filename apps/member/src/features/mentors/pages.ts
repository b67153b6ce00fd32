import type { FeaturePages } from '../../feature-pages.ts'
import { copyTradingTexts } from '../copy-trading/texts/index.ts'
import { mentorsTexts } from './texts/index.ts'

export const mentorsPages: FeaturePages = {
  routes: [
    {
      path: '/gdindex/gdindex',
      title: 'follow',
      access: 'member',
      keepAlive: true,
      tab: 'follow',
      simulated: 'market',
      texts: [mentorsTexts, copyTradingTexts],
      load: () => import('./HubScreen.tsx').then((file) => file.HubScreen),
      views: {
        own: {
          title: 'becomeMentor',
          simulated: 'market',
          texts: [mentorsTexts],
          load: () => import('./own/OwnView.tsx').then((file) => file.OwnView),
        },
        apply: {
          title: 'mentorApplication',
          simulated: 'market',
          texts: [mentorsTexts],
          load: () => import('./own/ApplyView.tsx').then((file) => file.ApplyView),
        },
      },
    },
    {
      path: '/gdindex/dsFllow',
      title: 'mentors',
      access: 'member',
      under: 'follow',
      simulated: 'market',
      texts: [mentorsTexts],
      load: () => import('./MentorsScreen.tsx').then((file) => file.MentorsScreen),
    },
    {
      path: '/gdindex/dsFllowInfo',
      title: 'mentor',
      access: 'member',
      simulated: 'market',
      texts: [mentorsTexts],
      load: () => import('./one/MentorScreen.tsx').then((file) => file.MentorScreen),
      views: {
        record: {
          title: 'mentorRecord',
          simulated: 'market',
          texts: [mentorsTexts],
          load: () => import('./one/RecordView.tsx').then((file) => file.RecordView),
        },
        trade: {
          title: 'mentorTrade',
          simulated: 'market',
          texts: [mentorsTexts],
          load: () => import('./one/TradeView.tsx').then((file) => file.TradeView),
        },
      },
    },
  ],
}
