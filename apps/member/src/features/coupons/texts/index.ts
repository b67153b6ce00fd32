import { defineTexts } from '@fairlot/app-shell/texts'

export const couponsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
