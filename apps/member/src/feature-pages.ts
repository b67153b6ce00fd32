import type { AppRoute, AppView } from './shell/route.ts'

/** The screens of one feature. Each feature lists its own in `features/<feature>/pages.ts`. */
export interface FeaturePages {
  readonly routes: readonly AppRoute[]
  /** Sub-screens of another feature's route, by its path. */
  readonly views?: Readonly<Record<string, Readonly<Record<string, AppView>>>>
}

export const collectRoutes = (features: readonly FeaturePages[]): readonly AppRoute[] =>
  features
    .flatMap(({ routes }) => routes)
    .map((route) => {
      const added = features.flatMap(({ views }) => Object.entries(views?.[route.path] ?? {}))
      if (added.length === 0) return route
      return { ...route, views: Object.fromEntries([...Object.entries(route.views ?? {}), ...added]) }
    })
