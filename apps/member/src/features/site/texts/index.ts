import { defineTexts } from '@fairlot/app-shell/texts'

export const siteTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
