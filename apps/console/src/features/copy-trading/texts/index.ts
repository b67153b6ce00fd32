import { defineTexts } from '@fairlot/app-shell/texts'

export const copyTradingTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
