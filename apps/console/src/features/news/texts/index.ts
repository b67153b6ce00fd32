import { defineTexts } from '@fairlot/app-shell/texts'

export const newsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
