import { defineTexts } from '@fairlot/app-shell/texts'

export const profitTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
