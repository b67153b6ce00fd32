import { defineTexts } from '@fairlot/app-shell/texts'

export const noticesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
