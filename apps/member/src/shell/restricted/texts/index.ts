import { defineTexts } from '@fairlot/app-shell/texts'

export const restrictedTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
