import type { FeaturePages } from '../../feature-pages.ts'
import { fundComponentsTexts } from '../funds/components/texts/index.ts'
import { bankAccountsTexts } from './texts/index.ts'

export const bankAccountsPages: FeaturePages = {
  routes: [
    {
      path: '/user/BankCard',
      title: 'bankAccounts',
      access: 'member',
      simulated: 'money',
      texts: [bankAccountsTexts, fundComponentsTexts],
      load: () => import('./BankAccountsScreen.tsx').then((file) => file.BankAccountsScreen),
    },
    {
      path: '/user/WithCard',
      title: 'addBankAccount',
      access: 'member',
      simulated: 'money',
      texts: [bankAccountsTexts, fundComponentsTexts],
      load: () => import('./AddBankAccountScreen.tsx').then((file) => file.AddBankAccountScreen),
    },
  ],
}
