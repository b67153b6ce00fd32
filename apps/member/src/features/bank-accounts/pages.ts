import type { FeaturePages } from '../../feature-pages.ts'
import { fundPartsTexts } from '../funds/parts/texts/index.ts'
import { bankAccountsTexts } from './texts/index.ts'

export const bankAccountsPages: FeaturePages = {
  routes: [
    {
      path: '/user/BankCard',
      title: 'bankAccounts',
      access: 'member',
      simulated: 'money',
      texts: [bankAccountsTexts, fundPartsTexts],
      load: () => import('./BankAccountsScreen.tsx').then((file) => file.BankAccountsScreen),
    },
    {
      path: '/user/WithCard',
      title: 'addBankAccount',
      access: 'member',
      simulated: 'money',
      texts: [bankAccountsTexts, fundPartsTexts],
      load: () => import('./AddBankAccountScreen.tsx').then((file) => file.AddBankAccountScreen),
    },
  ],
}
