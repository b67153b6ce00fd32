import { defineTexts } from '@fairlot/app-shell/texts'

export const helpTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
