// Typed texts. A feature writes `texts/tw.ts`, types `texts/en.ts` by it, and ties both with defineTexts: a missing
// key or a wrong argument is then a compile error, and only the language in use is ever loaded.
//
//   export const operatorsTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
//   const t = operatorsTexts.use()

import { use } from 'react'
import { currentLanguage, turnTo, useLanguage, type Language } from './language.ts'

interface Module<T> {
  readonly texts: T
}

export interface TextSet<T> {
  /** In a component. Suspends if the language is not there yet; routes load theirs beside the screen. */
  readonly use: () => T
  /** Outside a component, once loaded. */
  readonly now: () => T
  readonly load: (language: Language) => Promise<T>
}

interface Reloadable {
  readonly loaded: () => boolean
  readonly load: (language: Language) => Promise<unknown>
}

const sets = new Set<Reloadable>()

export const defineTexts = <T extends object>(
  sources: Readonly<Record<Language, () => Promise<Module<T>>>>,
): TextSet<T> => {
  const ready = new Map<Language, T>()
  const pending = new Map<Language, Promise<T>>()

  const load = (language: Language): Promise<T> => {
    const known = pending.get(language)
    if (known !== undefined) return known
    const promise: Promise<T> = sources[language]().then(
      ({ texts }) => {
        ready.set(language, texts)
        // What React writes on a promise it has waited for: `use` then answers at once, without a suspended render.
        void Object.assign(promise, { status: 'fulfilled', value: texts })
        return texts
      },
      (reason: unknown) => {
        // A chunk that failed to load may be asked for again.
        pending.delete(language)
        throw reason
      },
    )
    pending.set(language, promise)
    return promise
  }

  sets.add({ load, loaded: () => ready.size > 0 })

  return {
    load,
    now: () => {
      const texts = ready.get(currentLanguage())
      if (texts === undefined) throw new Error('texts used before they were loaded')
      return texts
    },
    // Always through `use`: React replays a suspended component, and one that then takes another way fails (error 467).
    use: () => use(load(useLanguage())),
  }
}

/** Turns the app to another language in one step: every text in use is loaded first, so nothing flickers. */
export const switchLanguage = async (language: Language): Promise<void> => {
  await Promise.all([...sets].filter((set) => set.loaded()).map((set) => set.load(language)))
  turnTo(language)
}

/** Fills `{name}` placeholders of a catalogue text. */
export const fill = (text: string, params: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : String(value)
  })
