// The frame of a screen: heading from the route table, back by the back rule, the simulated mark where required.

import type { ReactNode } from 'react'
import { Bar, Screen, ScreenBody, SimulatedMark } from '@fairlot/ui'
import { useBack } from './back.ts'
import { useOnline } from './connection.ts'
import { OfflineNote } from './OfflineNote.tsx'
import { useRoute } from './route.ts'
import { isSimulated, useSite } from './site.ts'
import { shellTexts } from './texts/index.ts'

interface Props {
  readonly children: ReactNode
  /** For a sub-screen of the route; otherwise the route's own title is used. */
  readonly heading?: string
  readonly onBack?: () => void
  readonly trailing?: ReactNode
  /** Fixed at the bottom: an ActionBar or a Keypad. */
  readonly footer?: ReactNode
  readonly ground?: 'page' | 'surface'
  readonly fill?: boolean
  /** The screen itself says what being offline means for it. */
  readonly ownOffline?: boolean
}

export const RouteScreen = (props: Props) => {
  const { children, heading, onBack, trailing, footer, ground, fill, ownOffline = false } = props
  const route = useRoute()
  const texts = shellTexts.use()
  const site = useSite()
  const back = useBack()
  const online = useOnline()
  const isRoot = route.tab !== undefined
  const mark =
    route.simulated !== undefined && isSimulated(site) ? (
      <SimulatedMark>{texts.simulated[route.simulated]}</SimulatedMark>
    ) : undefined
  return (
    <Screen
      ground={ground}
      foot={isRoot || route.under !== undefined ? 'tabs' : footer === undefined ? 'none' : 'action'}
    >
      <Bar
        title={heading ?? texts.titles[route.title]}
        root={isRoot}
        back={isRoot ? undefined : { label: texts.back, onPress: onBack ?? back }}
        trailing={trailing}
        mark={mark}
      />
      <ScreenBody fill={fill}>
        {online || ownOffline ? null : <OfflineNote />}
        {children}
        {footer}
      </ScreenBody>
    </Screen>
  )
}
