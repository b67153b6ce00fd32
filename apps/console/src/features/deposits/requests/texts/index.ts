import { defineTexts } from '@fairlot/app-shell/texts'

export const depositsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
