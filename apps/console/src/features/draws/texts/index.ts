import { defineTexts } from '@fairlot/app-shell/texts'

export const drawsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
