import { defineTexts } from '@fairlot/app-shell/texts'

export const positionsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
