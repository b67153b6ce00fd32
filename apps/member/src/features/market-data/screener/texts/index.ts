import { defineTexts } from '@fairlot/app-shell/texts'

export const screenerTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
