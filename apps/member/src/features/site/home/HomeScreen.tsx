import { Card, Icon, Link, LinkButton, Screen, ScreenBody, type IconName } from '@fairlot/ui'
import { useEffect, useState, type ReactNode } from 'react'
import { FeedNote, SessionLine } from '#features/market-data'
import { AssetsHero } from '#features/members'
import { SubscribeCard } from '#features/new-shares'
import { HomeNews } from '#features/news'
import { NewestNotice, useIsNoticeKnown } from '#features/notices'
import { refresh } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { HomeBar } from './HomeBar.tsx'
import { HotStocks } from './HotStocks.tsx'
import { Indices } from './Indices.tsx'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

export const HomeScreen = () => {
  const isMember = useSession() !== null
  return (
    <Screen foot="tabs">
      <HomeBar />
      <ScreenBody>
        {isMember ? <AssetsHero /> : <Guest />}
        <FeedNote onRetry={() => void refresh('/market/listQuotes', '/market/listIndices')} />
        <SessionLine />
        <Indices />
        <NewestNotice />
        <BelowNotice isMember={isMember} />
      </ScreenBody>
    </Screen>
  )
}

const BelowNotice = ({ isMember }: { readonly isMember: boolean }) => {
  const { foot } = homeTexts.use()
  const site = useSite()
  const [areOffersKnown, setOffersKnown] = useState(false)
  return (
    <Once known={useIsNoticeKnown()}>
      <Shortcuts />
      {isMember ? <SubscribeCard onKnown={() => setOffersKnown(true)} /> : null}
      <Once known={!isMember || areOffersKnown}>
        <HotStocks />
        <HomeNews />
        {isSimulated(site) ? <p className={styles.foot}>{foot}</p> : null}
      </Once>
    </Once>
  )
}

/** How long a slow answer may hold back what stands below it. */
const HOLD_MS = 1_500

/** Shows its children once the part above them is known, so that it does not push them down when it arrives. */
const Once = ({ known, children }: { readonly known: boolean; readonly children: ReactNode }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), HOLD_MS)
    return () => clearTimeout(timer)
  }, [])
  return known || isLate ? children : null
}

const Guest = () => {
  const { title, text, login, register } = homeTexts.use().guest
  return (
    <Card pad className={styles.guest}>
      <h2 className="title-3">{title}</h2>
      <p className="lead">{text}</p>
      <div className={styles.ways}>
        <LinkButton href="/login/login">{login}</LinkButton>
        <LinkButton href="/login/register" kind="quiet">
          {register}
        </LinkButton>
      </div>
    </Card>
  )
}

/** Only existing screens: add an entry together with its screen. */
const shortcuts = [
  { key: 'subscribe', href: '/market/subscribe', icon: 'ticket' },
  { key: 'auctions', href: '/common/dividend2', icon: 'tasks' },
  { key: 'placements', href: '/common/dividend3', icon: 'receipt' },
  { key: 'block', href: '/common/dividend', icon: 'box' },
  { key: 'dayTrade', href: '/common/dayTrading', icon: 'bolt' },
  { key: 'follow', href: '/gdindex/gdindex', icon: 'follow' },
  { key: 'deposit', href: '/user/rechargeChannel', icon: 'deposit' },
  { key: 'withdraw', href: '/user/withdraw', icon: 'withdraw' },
  { key: 'exchange', href: '/user/exchange', icon: 'exchange' },
  { key: 'credit', href: '/user/pj', icon: 'loan' },
] as const satisfies readonly { key: string; href: string; icon: IconName }[]

const Shortcuts = () => {
  const texts = homeTexts.use()
  return (
    <nav className={styles.shortcuts} aria-label={texts.shortcuts}>
      {shortcuts.map(({ key, href, icon }) => (
        <Link key={key} href={href} className={styles.shortcut}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          {texts.links[key]}
        </Link>
      ))}
    </nav>
  )
}
