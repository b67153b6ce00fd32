import { defineTexts } from '@fairlot/app-shell/texts'

export const identityTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
