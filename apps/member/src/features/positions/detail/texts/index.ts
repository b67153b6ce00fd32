import { defineTexts } from '@fairlot/app-shell/texts'

export const detailTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
