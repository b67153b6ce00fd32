import { defineTexts } from '@fairlot/app-shell/texts'

export const instrumentsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
