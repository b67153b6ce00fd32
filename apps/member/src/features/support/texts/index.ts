import { defineTexts } from '@fairlot/app-shell/texts'

export const supportTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
