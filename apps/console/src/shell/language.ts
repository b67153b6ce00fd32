// The console's language: `?lang=en|tw` wins and is saved, then the saved one, then tw. The product's code `tw` is the
// BCP 47 tag of Twi, so it is never passed to Intl or <html lang> unchanged.

import { useSyncExternalStore } from 'react'
import { read, write } from './storage.ts'

export type Language = 'tw' | 'en'

const htmlTags = { tw: 'zh-Hant-TW', en: 'en' } as const satisfies Record<Language, string>

const isLanguage = (text: string | null | undefined): text is Language => text === 'tw' || text === 'en'

let current: Language = 'tw'
const listeners = new Set<() => void>()

export const currentLanguage = (): Language => current

/** Only i18n.ts calls this: the texts of the new language must be loaded before the page switches to it. */
export const turnTo = (language: Language): void => {
  current = language
  write('console-lang', language)
  document.documentElement.lang = htmlTags[language]
  for (const listener of listeners) listener()
}

export const startLanguage = (): Language => {
  const asked = /[?&]lang=(en|tw)\b/.exec(window.location.search + window.location.hash)?.[1]
  const saved = read('console-lang')
  turnTo(isLanguage(asked) ? asked : isLanguage(saved) ? saved : 'tw')
  return current
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)
