import { defineTexts } from '@fairlot/app-shell/texts'

export const payoutsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
