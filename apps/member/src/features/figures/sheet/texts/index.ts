import { defineTexts } from '@fairlot/app-shell/texts'

export const figureSheetTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
