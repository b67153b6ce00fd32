import { defineTexts } from '@fairlot/app-shell/texts'

export const favouritesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
