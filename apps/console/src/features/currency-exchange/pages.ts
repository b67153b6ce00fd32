// The pages of this feature, for the route table.

import type { ConsolePage } from '#shell/page.ts'
import { currencyExchangeTexts } from './texts/index.ts'

export const currencyExchangePages: readonly ConsolePage[] = [
  {
    path: '/rates',
    title: { tw: '匯率', en: 'Rates' },
    right: 'read',
    texts: [currencyExchangeTexts],
    menu: { icon: 'exchange', group: 'money' },
    keywords: ['currency', 'exchange', 'fx', 'rate', 'position'],
    load: () => import('./RatesPage.tsx').then((file) => file.RatesPage),
  },
]
