import { defineTexts } from '@fairlot/app-shell/texts'

export const fundComponentsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
