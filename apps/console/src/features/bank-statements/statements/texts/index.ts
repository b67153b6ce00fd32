import { defineTexts } from '@fairlot/app-shell/texts'

export const statementsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
