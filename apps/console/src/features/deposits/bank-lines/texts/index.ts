import { defineTexts } from '#shell/i18n.ts'

export const bankLinesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
