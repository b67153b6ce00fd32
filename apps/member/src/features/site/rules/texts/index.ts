import { defineTexts } from '@fairlot/app-shell/texts'

export const rulesTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
