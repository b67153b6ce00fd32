import { defineTexts } from '@fairlot/app-shell/texts'

export const signInTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
