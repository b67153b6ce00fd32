import { defineTexts } from '@fairlot/app-shell/texts'

/** Two sets: the banner appears on screens that show nothing else of a call. */
export const bannerTexts = defineTexts({
  tw: () => import('./banner-tw.ts'),
  en: () => import('./banner-en.ts'),
})
export const marginTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
