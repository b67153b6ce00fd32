import { defineTexts } from '@fairlot/app-shell/texts'

export const withdrawalsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
