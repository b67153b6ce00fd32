import { defineTexts } from '@fairlot/app-shell/texts'

export const closeTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
