import { defineTexts } from '@fairlot/app-shell/texts'

export const auctionsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
