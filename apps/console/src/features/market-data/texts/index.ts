import { defineTexts } from '@fairlot/app-shell/texts'

export const marketTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
