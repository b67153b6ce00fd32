import { createContext, use, type ComponentType } from 'react'
import type { TextSet } from '@fairlot/app-shell/texts'
import type { ShellTexts } from './texts/tw.ts'

export const tabNames = ['home', 'trade', 'market', 'follow', 'mine', 'news', 'funds'] as const
export type TabName = (typeof tabNames)[number]

export interface AppRoute {
  readonly path: `/${string}`
  /** Key of the heading in both languages. The document's title is always the site's. */
  readonly title: keyof ShellTexts['titles']
  readonly load: () => Promise<ComponentType>
  /** Texts the screen needs: loaded in parallel with its code. */
  readonly texts: readonly TextSet<object>[]
  /** `member`: asks to log in and then returns. `guest`: a signed-in member is sent to the fallback. */
  readonly access: 'anyone' | 'guest' | 'member'
  /** Keeps scroll position, tab and data for a return visit. */
  readonly keepAlive?: true
  /** The bottom menu entry of this screen. The menu shows the entries whose screens exist. */
  readonly tab?: TabName
  /** Shows the bottom menu with this entry marked, although the screen is one level below that entry. */
  readonly under?: TabName
  /** Shows a price (`market`) or a balance (`money`): the bar has the simulated mark. */
  readonly simulated?: 'market' | 'money'
  /** Sub-screens, reached by `?view=`: the specification fixes the paths and has none for them. */
  readonly views?: Readonly<Record<string, AppView>>
}

export type AppView = Pick<AppRoute, 'title' | 'load' | 'texts' | 'simulated'>

/** The route with the view from the address applied, and a unique name. */
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
