import { defineTexts } from '@fairlot/app-shell/texts'

/** Texts of the preview. A page with one lists these texts with its own. */
export const noticePreviewTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
