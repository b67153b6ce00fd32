import type { OperatorRight } from '@fairlot/contract/operators'
import type { IconName } from '@fairlot/ui'
import type { ComponentType } from 'react'
import type { TextSet } from './i18n.ts'
import { currentLanguage, type Language } from './language.ts'

/** One page of the console. A feature lists its own in `features/<feature>/pages.ts`; routes.tsx collects the lists. */
export interface ConsolePage {
  readonly path: `/${string}`
  /** Both languages here and not in the feature's texts: the menu names pages whose texts are not loaded yet. */
  readonly title: Readonly<Record<Language, string>>
  readonly load: () => Promise<ComponentType>
  /** Texts the page needs: loaded beside its code, not after it. */
  readonly texts: readonly TextSet<object>[]
  /** What an operator needs to see it; the menu leaves out what he may not open. */
  readonly right: OperatorRight
  readonly menu?: {
    readonly icon: IconName
    /** Drawn behind the name while it is more than zero. A hook: it may read. */
    readonly useCount?: () => number | undefined
  }
  /** Further entries of the menu that lead to this page with a part of it chosen, as the queue of one kind. */
  readonly links?: readonly {
    readonly search: `?${string}`
    readonly title: Readonly<Record<Language, string>>
    readonly icon: IconName
    readonly useCount?: () => number | undefined
  }[]
  /** Words the palette finds it by, besides its title. */
  readonly keywords?: readonly string[]
}

const loaded = new Map<string, Promise<ComponentType>>()

export const loadPage = (page: ConsolePage): Promise<ComponentType> => {
  const known = loaded.get(page.path)
  if (known !== undefined) return known
  const texts = page.texts.map((set) => set.load(currentLanguage()))
  const promise = Promise.all([page.load(), ...texts]).then(
    ([component]) => component,
    (reason: unknown) => {
      // A chunk that failed to load may be asked for again.
      loaded.delete(page.path)
      throw reason
    },
  )
  loaded.set(page.path, promise)
  return promise
}

export const pageOf = (pages: readonly ConsolePage[], pathname: string): ConsolePage | undefined =>
  pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
