import { defineTexts } from '@fairlot/app-shell/texts'

export const creditTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
