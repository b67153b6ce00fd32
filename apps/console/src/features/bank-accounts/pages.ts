// The pages of this feature, for the route table. Only the list is imported by value; code and texts load with the
// page.

import { filterTexts } from '#kit/filter/texts/index.ts'
import { requestListTexts } from '#kit/list/texts/index.ts'
import type { ConsolePage } from '#shell/page.ts'
import { bankAccountsTexts } from './texts/index.ts'

export const bankAccountsPages: readonly ConsolePage[] = [
  {
    path: '/bank-accounts',
    title: { tw: '銀行帳戶', en: 'Bank accounts' },
    right: 'read',
    texts: [bankAccountsTexts, requestListTexts, filterTexts],
    menu: { icon: 'bank', group: 'money' },
    keywords: ['bank', 'card'],
    load: () => import('./BankAccountsPage.tsx').then((file) => file.BankAccountsPage),
  },
]
