import { defineTexts } from '@fairlot/app-shell/texts'

export const listsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
