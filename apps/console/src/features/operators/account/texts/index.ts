import { defineTexts } from '@fairlot/app-shell/texts'

export const accountTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
