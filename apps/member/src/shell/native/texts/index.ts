import { defineTexts } from '@fairlot/app-shell/texts'

/** Loaded with the wrapper's own code, before the first render. */
export const nativeTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
