import { createContext, use, type ComponentType } from 'react'
import type { TextSet } from './i18n.ts'
import type { ShellTexts } from './texts/tw.ts'

export const tabNames = ['home', 'trade', 'market', 'follow', 'mine', 'news', 'funds'] as const
export type TabName = (typeof tabNames)[number]

export interface AppRoute {
  readonly path: `/${string}`
  /** Key of the heading in both languages. The document's title is the site's, never this. */
  readonly title: keyof ShellTexts['titles']
  readonly load: () => Promise<ComponentType>
  /** Texts the screen needs: loaded beside its code, not after it. */
  readonly texts: readonly TextSet<object>[]
  /** `member`: asks to log in and comes back. `guest`: a member who opens it goes to the fallback. */
  readonly access: 'anyone' | 'guest' | 'member'
  /** Keeps scroll, tab and data when one comes back. */
  readonly keepAlive?: true
  /** The entry of the bottom menu this screen is. The menu shows the entries whose screens exist. */
  readonly tab?: TabName
  /** Shows the bottom menu with this entry marked, though it is not that entry's own screen: one step below it. */
  readonly under?: TabName
  /** Shows a price (`market`) or a balance (`money`): the bar carries the simulated mark. */
  readonly simulated?: 'market' | 'money'
  /** Sub-screens, reached by `?view=`: the specification fixes the paths, and has none for them. */
  readonly views?: Readonly<Record<string, AppView>>
}

export type AppView = Pick<AppRoute, 'title' | 'load' | 'texts' | 'simulated'>

/** The route with the view the address asks for put in its place, and a name no other screen has. */
export interface Place extends AppRoute {
  readonly key: string
}

export const placeOf = (
  routes: readonly AppRoute[],
  { pathname, search }: { readonly pathname: string; readonly search: string },
): Place | undefined => {
  const route = routes.find(({ path }) => path === pathname)
  if (route === undefined) return undefined
  const name = new URLSearchParams(search).get('view')
  if (name === null) return { ...route, key: route.path }
  const view = route.views !== undefined && Object.hasOwn(route.views, name) ? route.views[name] : undefined
  return view && { path: route.path, access: route.access, ...view, key: `${route.path}?view=${name}` }
}

export const RouteContext = createContext<Place | null>(null)

export const useRoute = (): Place => {
  const route = use(RouteContext)
  if (route === null) throw new Error('no route around this component')
  return route
}
