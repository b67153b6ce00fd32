import { defineTexts } from '@fairlot/app-shell/texts'

export const bankLinesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
