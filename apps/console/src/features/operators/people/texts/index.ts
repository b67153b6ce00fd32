import { defineTexts } from '@fairlot/app-shell/texts'

export const peopleTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
