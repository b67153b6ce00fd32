// Typed texts, for both apps. A feature writes `texts/tw.ts`, types `texts/en.ts` by it, and ties both with defineTexts: a
// missing key or a wrong argument is then a compile error, and only the language in use is ever loaded.
//
//   export const membersTexts = defineTexts({ tw: () => import('./tw.ts'), en: () => import('./en.ts') })
//   const t = membersTexts.use()

import { use } from 'react'
import { currentLanguage, turnTo, useLanguage, type Language } from './language.ts'

interface Module<T> {
  readonly texts: T
}

type Sources<T> = Readonly<Record<Language, () => Promise<Module<T>>>>

export interface TextSet<T> {
  /** In a component. Suspends if the language is not loaded yet; routes load theirs beside the screen. */
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

export const defineTexts = <T extends object>(sources: Sources<T>): TextSet<T> => {
  const set = loadTexts(sources)
  sets.add(set)
  return {
    load: set.load,
    now: () => set.ready(currentLanguage()),
    // Always through `use`: React replays a suspended component, which fails if it then takes another path (error 467).
    use: () => use(set.load(useLanguage())),
  }
}

/** Switches the app to another language in one step: every text in use is loaded first, so nothing flickers. */
export const switchLanguage = async (language: Language): Promise<void> => {
  await Promise.all([...sets].filter((set) => set.loaded()).map((set) => set.load(language)))
  turnTo(language)
}

function loadTexts<T extends object>(sources: Sources<T>) {
  const ready = new Map<Language, T>()
  const pending = new Map<Language, Promise<T>>()
  return {
    loaded: () => ready.size > 0,
    ready: (language: Language): T => {
      const texts = ready.get(language)
      if (texts === undefined) throw new Error('texts used before they were loaded')
      return texts
    },
    load: (language: Language): Promise<T> => {
      const known = pending.get(language)
      if (known !== undefined) return known
      const promise: Promise<T> = sources[language]().then(
        ({ texts }) => {
          ready.set(language, texts)
          // React sets the same fields on a promise it has waited for: `use` then returns at once, without a suspended
          // render.
          void Object.assign(promise, { status: 'fulfilled', value: texts })
          return texts
        },
        (reason: unknown) => {
          // A chunk that failed to load can be requested again.
          pending.delete(language)
          throw reason
        },
      )
      pending.set(language, promise)
      return promise
    },
  }
}

/** Fills `{name}` placeholders of a catalogue text. */
export const fill = (text: string, params: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : String(value)
  })
