import { defineTexts } from '@fairlot/app-shell/texts'

export const membersTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
