// The trade hub: buying power, the market's phase, quick tickets, waiting orders, and the risk limits.

import { Icon, IconButton, Link, SkeletonRows, type IconName } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { SessionLine } from '#features/market-data'
import { MarginBanner } from '#features/positions'
import { useOnline } from '#shell/connection.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { useSending } from '../sending/order-sender.ts'
import { SendingNote } from '../sending/LazySendingNote.tsx'
import { BuyingPower } from './BuyingPower.tsx'
import { hubTexts } from './texts/index.ts'
import styles from './TradingScreen.module.css'

// Few members see it, and only after an answer of the server.
const StoppedNote = lazy(() => import('./StoppedNote.tsx').then((file) => ({ default: file.StoppedNote })))
// Mostly below the fold: it can load a moment later.
const HubLists = lazy(() => import('./HubLists.tsx').then((file) => ({ default: file.HubLists })))

export const TradingScreen = () => {
  const texts = hubTexts.use()
  const { loading } = shellTexts.use()
  const navigate = useNavigate()
  const sending = useSending()
  const isOnline = useOnline()
  return (
    <RouteScreen
      ownOffline={!isOnline && sending !== null}
      trailing={
        <IconButton
          name="doc"
          size={1.5}
          label={texts.rules}
          onPress={() => navigate('/user/aboutUs?view=rules')}
        />
      }
    >
      {sending === null || sending.phase === 'sending' ? null : (
        <div className={styles.sending}>
          <SendingNote sending={sending} onEdit={() => undefined} />
        </div>
      )}
      <MarginBanner />
      <Suspense>
        <StoppedNote />
      </Suspense>
      <BuyingPower />
      <nav className={styles.entries} aria-label={texts.entries}>
        <Entry href="/common/dayTrading" icon="bolt" label={texts.dayTrade} />
        <Entry href="/common/dividend" icon="box" label={texts.blockTrade} />
        <Entry href="/market/subscribe" icon="ticket" label={texts.subscribe} />
        <Entry href="/position/position" icon="tasks" label={texts.positions} />
        <Entry href="/gdindex/gdindex" icon="follow" label={texts.follow} />
      </nav>
      <div className={styles.session}>
        <SessionLine />
      </div>
      <Suspense fallback={<SkeletonRows label={loading} count={5} />}>
        <HubLists />
      </Suspense>
      <HelpRow page="order-kinds" />
    </RouteScreen>
  )
}

const Entry = (props: { readonly href: string; readonly icon: IconName; readonly label: string }) => (
  <Link href={props.href} className={styles.entry}>
    <span className={styles.tile}>
      <Icon name={props.icon} />
    </span>
    {props.label}
  </Link>
)
