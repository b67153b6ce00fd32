import type { FeaturePages } from '../../feature-pages.ts'
import { detailTexts as positionTexts } from './detail/texts/index.ts'
import { figuresTexts } from '../figures/texts/index.ts'
import { marginTexts } from './margin/texts/index.ts'
import { profitTexts } from './profit/texts/index.ts'
import { positionsTexts } from './texts/index.ts'

export const positionsPages: FeaturePages = {
  routes: [
    {
      path: '/position/position',
      title: 'position',
      access: 'member',
      keepAlive: true,
      under: 'trade',
      simulated: 'money',
      texts: [positionsTexts, figuresTexts],
      load: () => import('./PositionsScreen.tsx').then((file) => file.PositionsScreen),
      views: {
        'margin-call': {
          title: 'marginCall',
          texts: [positionsTexts, marginTexts],
          simulated: 'money',
          load: () => import('./margin/MarginCallView.tsx').then((file) => file.MarginCallView),
        },
        profit: {
          title: 'profit',
          texts: [positionsTexts, figuresTexts, profitTexts],
          simulated: 'money',
          load: () => import('./profit/ProfitView.tsx').then((file) => file.ProfitView),
        },
      },
    },
    {
      path: '/position/positionDetail',
      title: 'positionDetail',
      access: 'member',
      simulated: 'market',
      texts: [positionsTexts, positionTexts],
      load: () => import('./detail/PositionScreen.tsx').then((file) => file.PositionScreen),
    },
  ],
}
