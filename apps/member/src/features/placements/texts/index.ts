import { defineTexts } from '@fairlot/app-shell/texts'

export const placementsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
