import { defineTexts } from '#shell/i18n.ts'

/** Words that more than one kind uses. */
export const generalWords = defineTexts<Readonly<Record<string, string>>>({
  tw: () => import('./tw.ts'),
  en: () => import('./en.ts'),
})
