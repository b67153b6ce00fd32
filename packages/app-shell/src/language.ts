// The app's language: `?lang=en|tw` wins and is saved, then the saved one, then tw. The product's code `tw` is the BCP
// 47 tag of Twi, so it is never passed to Intl or <html lang> unchanged.

import { createStore, useStore } from '@fairlot/ui/store'
import { deviceStorage } from './storage.ts'

export const languages = ['tw', 'en'] as const
export type Language = (typeof languages)[number]

const intlTags = { tw: 'zh-TW', en: 'en' } as const satisfies Record<Language, string>
const htmlTags = { tw: 'zh-Hant-TW', en: 'en' } as const satisfies Record<Language, string>

export const isLanguage = (text: string | null): text is Language =>
  languages.some((language) => language === text)

/** The query can be before the hash or inside it: `/?lang=en#/login/start` and `/#/login/start?lang=en`. */
export const languageOf = (search: string, hash: string, saved: string | null): Language => {
  const inHash = hash.includes('?') ? hash.slice(hash.indexOf('?')) : ''
  for (const query of [search, inHash]) {
    const asked = new URLSearchParams(query).get('lang')
    if (isLanguage(asked)) return asked
  }
  return isLanguage(saved) ? saved : 'tw'
}

const current = createStore<Language>('tw')
let storageKey = ''

export const currentLanguage = (): Language => current.get()
export const useLanguage = (): Language => useStore(current)
export const intlTag = (language: Language): string => intlTags[language]

/** Only texts.ts calls this: the texts of the new language must be loaded before the page switches to it. */
export const turnTo = (language: Language): void => {
  deviceStorage.write(storageKey, language)
  document.documentElement.lang = htmlTags[language]
  current.set(language)
}

/** Each app saves its language under a key of its own. */
export const startLanguage = (key: string): Language => {
  storageKey = key
  turnTo(languageOf(window.location.search, window.location.hash, deviceStorage.read(key)))
  return currentLanguage()
}
