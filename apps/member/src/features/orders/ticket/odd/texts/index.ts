import { defineTexts } from '@fairlot/app-shell/texts'

export const oddTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
