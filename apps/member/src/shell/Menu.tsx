// The bottom menu: the entries of site config's `menu` whose screens exist, on the screens that are entries.

import { TabBar, type IconName } from '@fairlot/ui'
import { useLocation } from '@fairlot/app-shell/router'
import { placeOf, tabNames, type AppRoute, type TabName } from './route.ts'
import { useSite } from './site.ts'
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
  const wanted = useSite().get('menu')?.split(',')
  const place = placeOf(routes, location)
  const current = place?.tab ?? place?.under
  if (current === undefined) return null
  const names = wanted?.flatMap((name) => tabNames.filter((known) => known === name.trim())) ?? tabNames
  const items = names.flatMap((name) => {
    const route = routes.find(({ tab }) => tab === name)
    return route === undefined
      ? []
      : [
          {
            key: name,
            href: route.path,
            label: texts[name],
            icon: icons[name],
            current: name === current,
          },
        ]
  })
  return <TabBar label={texts.label} items={items} />
}
