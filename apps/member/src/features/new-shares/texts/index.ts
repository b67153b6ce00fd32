import { defineTexts } from '@fairlot/app-shell/texts'

export const newSharesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
