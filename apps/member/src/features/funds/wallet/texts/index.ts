import { defineTexts } from '@fairlot/app-shell/texts'

export const walletTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
