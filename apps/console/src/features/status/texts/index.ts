import { defineTexts } from '@fairlot/app-shell/texts'

export const statusTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
