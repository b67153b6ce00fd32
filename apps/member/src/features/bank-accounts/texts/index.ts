import { defineTexts } from '@fairlot/app-shell/texts'

export const bankAccountsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
