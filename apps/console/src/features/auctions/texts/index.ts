import { defineTexts } from '@fairlot/app-shell/language'
export const auctionsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
