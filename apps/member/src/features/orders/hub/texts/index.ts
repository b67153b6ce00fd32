import { defineTexts } from '@fairlot/app-shell/texts'

export const hubTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
