import { defineTexts } from '@fairlot/app-shell/texts'

export const fundamentalsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
