import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { creditTexts } from './texts/index.ts'

export const creditPages: FeaturePages = {
  routes: [
    {
      path: '/user/pj',
      title: 'credit',
      access: 'member',
      simulated: 'money',
      texts: [creditTexts],
      load: () => import('./CreditScreen.tsx').then((file) => file.CreditScreen),
      views: {
        borrow: {
          title: 'creditBorrow',
          simulated: 'money',
          texts: [creditTexts, fundComponentsTexts],
          load: () => import('./BorrowView.tsx').then((file) => file.BorrowView),
        },
        repay: {
          title: 'creditRepay',
          simulated: 'money',
          texts: [creditTexts, fundComponentsTexts],
          load: () => import('./RepayView.tsx').then((file) => file.RepayView),
        },
        add: {
          title: 'creditAdd',
          simulated: 'money',
          texts: [creditTexts],
          load: () => import('./AddCreditView.tsx').then((file) => file.AddCreditView),
        },
        score: {
          title: 'creditScore',
          simulated: 'money',
          texts: [creditTexts],
          load: () => import('./ScoreView.tsx').then((file) => file.ScoreView),
        },
      },
    },
    {
      path: '/user/jkjl',
      title: 'creditRecords',
      access: 'member',
      simulated: 'money',
      texts: [creditTexts],
      load: () => import('./RecordsScreen.tsx').then((file) => file.RecordsScreen),
    },
  ],
}
