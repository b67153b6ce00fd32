import { defineTexts } from '@fairlot/app-shell/texts'

export const securityTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
