import { defineTexts } from '@fairlot/app-shell/texts'

export const figuresTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
