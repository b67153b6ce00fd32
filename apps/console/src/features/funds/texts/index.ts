import { defineTexts } from '@fairlot/app-shell/texts'

export const fundsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
