// The bottom menu. It shows the entries whose screens exist, in the design's order, on the screens that are entries.

import { TabBar, type IconName } from '@fairlot/ui'
import { useLocation } from 'react-router'
import { placeOf, tabNames, type AppRoute, type TabName } from './route.ts'
import { shellTexts } from './texts/index.ts'

const icons = {
  home: 'home',
  trade: 'trade',
  market: 'market',
  follow: 'follow',
  mine: 'mine',
  news: 'news',
  funds: 'funds',
} as const satisfies Record<TabName, IconName>

export const Menu = ({ routes }: { routes: readonly AppRoute[] }) => {
  const location = useLocation()
  const texts = shellTexts.use().tabs
  if (placeOf(routes, location)?.tab === undefined) return null
  const items = tabNames.flatMap((name) => {
    const route = routes.find(({ tab }) => tab === name)
    return route === undefined
      ? []
      : [
          {
            key: name,
            href: route.path,
            label: texts[name],
            icon: icons[name],
            current: route.path === location.pathname,
          },
        ]
  })
  return <TabBar label={texts.label} items={items} />
}
