import { defineTexts } from '@fairlot/app-shell/texts'

export const dayTradingTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
