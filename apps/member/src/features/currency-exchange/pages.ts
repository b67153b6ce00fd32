import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { currencyExchangeTexts } from './texts/index.ts'

export const currencyExchangePages: FeaturePages = {
  routes: [
    {
      path: '/user/exchange',
      title: 'exchange',
      access: 'member',
      simulated: 'money',
      texts: [currencyExchangeTexts, fundComponentsTexts],
      load: () => import('./ExchangeScreen.tsx').then((file) => file.ExchangeScreen),
      views: {
        quote: {
          title: 'exchangeQuote',
          texts: [currencyExchangeTexts, fundComponentsTexts],
          simulated: 'money',
          load: () => import('./QuoteView.tsx').then((file) => file.QuoteView),
        },
        records: {
          title: 'exchangeRecords',
          texts: [currencyExchangeTexts, fundComponentsTexts],
          simulated: 'money',
          load: () => import('./RecordsView.tsx').then((file) => file.RecordsView),
        },
      },
    },
  ],
}
