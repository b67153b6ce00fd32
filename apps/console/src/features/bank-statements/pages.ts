// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import type { ConsolePage } from '#shell/page.ts'
import { depositsTexts } from '../deposits/requests/texts/index.ts'
import { bankLinesTexts } from './lines/texts/index.ts'
import { statementsTexts } from './statements/texts/index.ts'

// Operators find both pages as tabs of the deposits, so their paths are below /deposits.
export const bankStatementsPages: readonly ConsolePage[] = [
  {
    path: '/deposits/lines',
    title: { tw: '銀行明細', en: 'Bank lines' },
    right: 'read',
    texts: [bankLinesTexts, statementsTexts, depositsTexts],
    keywords: ['bank', 'unmatched', 'suspense', 'return'],
    load: () => import('./lines/BankLinesPage.tsx').then((file) => file.BankLinesPage),
  },
  {
    path: '/deposits/statements',
    title: { tw: '銀行檔案', en: 'Bank statements' },
    right: 'read',
    texts: [statementsTexts, depositsTexts],
    keywords: ['statement', 'csv', 'difference'],
    load: () => import('./statements/StatementsPage.tsx').then((file) => file.StatementsPage),
  },
]
