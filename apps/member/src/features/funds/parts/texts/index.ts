import { defineTexts } from '@fairlot/app-shell/texts'

export const fundPartsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
