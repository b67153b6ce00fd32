import { defineTexts } from '@fairlot/app-shell/texts'

export const mentorsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
