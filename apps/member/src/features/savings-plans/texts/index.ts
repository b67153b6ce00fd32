import { defineTexts } from '@fairlot/app-shell/texts'

export const savingsPlansTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
