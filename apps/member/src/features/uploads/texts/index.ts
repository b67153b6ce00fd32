import { defineTexts } from '@fairlot/app-shell/texts'

export const uploadsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
