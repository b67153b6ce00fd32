import type { OperatorRight } from '@fairlot/contract/operators'
import type { IconName } from '@fairlot/ui'
import type { ComponentType } from 'react'
import type { TextSet } from '@fairlot/app-shell/texts'
import { currentLanguage, type Language } from '@fairlot/app-shell/language'

export interface Bell {
  readonly count: number
  /** The bell's link. */
  readonly href: string
}

/** In the order of the menu. */
export const menuGroups = ['work', 'money', 'market', 'site', 'oversight'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** One page of the console. A feature lists its own in `features/<feature>/pages.ts`; routes.tsx collects the lists. */
export interface ConsolePage {
  readonly path: `/${string}`
  /** Both languages are here and not in the feature's texts: the menu names pages whose texts are not loaded yet. */
  readonly title: Readonly<Record<Language, string>>
  readonly load: () => Promise<ComponentType>
  /** Texts the page needs: loaded in parallel with its code. */
  readonly texts: readonly TextSet<object>[]
  /** The right an operator needs to see it; the menu hides pages the operator cannot open. */
  readonly right: OperatorRight
  readonly menu?: {
    readonly icon: IconName
    /** Entries of one group stand together under its name; the first group has none. */
    readonly group: MenuGroup
    /** Drawn after the name while it is more than zero. A hook, so it can read data. */
    readonly useCount?: () => number | undefined
  }
  /** The page whose menu entry is marked while this one is shown, where the path does not say it. */
  readonly under?: `/${string}`
  /** Urgent work for the bell in the top bar. A hook, so it can read data. */
  readonly useBell?: () => Bell
  /** Further menu entries that lead to a part of this page, such as the queue of one kind. */
  readonly links?: readonly {
    readonly search: `?${string}`
    readonly title: Readonly<Record<Language, string>>
    readonly icon: IconName
    readonly useCount?: () => number | undefined
  }[]
  /** Words by which the palette finds it, besides its title. */
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
      // A chunk that failed to load can be requested again.
      loaded.delete(page.path)
      throw reason
    },
  )
  loaded.set(page.path, promise)
  return promise
}

export const pageOf = (pages: readonly ConsolePage[], pathname: string): ConsolePage | undefined =>
  pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
