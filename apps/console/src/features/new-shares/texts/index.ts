import { defineTexts } from '@fairlot/app-shell/texts'

export const offersTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
