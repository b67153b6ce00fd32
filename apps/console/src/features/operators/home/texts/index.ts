import { defineTexts } from '@fairlot/app-shell/texts'

export const homeTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
