import { defineTexts } from '@fairlot/app-shell/texts'

export const checksTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
