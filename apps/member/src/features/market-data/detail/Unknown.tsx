import { Empty, LinkButton } from '@fairlot/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { detailTexts } from './texts/index.ts'
import { useSymbol } from './use-symbol.ts'

const Upcoming = lazy(() => import('./upcoming/Upcoming.tsx').then((file) => ({ default: file.Upcoming })))

/** An unknown code, no code, or a stock before its listing, which members can read the offer of. */
export const Unknown = () => {
  const { unknown } = detailTexts.use()
  const { nothing } = shellTexts.use()
  const symbol = useSymbol()
  const isMember = useSession() !== null
  const page = (content: ReactNode) => <RouteScreen heading={unknown.title}>{content}</RouteScreen>
  const none = page(
    <Empty
      nothing={nothing}
      text={unknown.text}
      icon="search"
      action={<LinkButton href="/home/searchIndex">{unknown.action}</LinkButton>}
    />,
  )
  if (!isMember || symbol === '') return none
  const waiting = page(<div aria-busy="true" />)
  return (
    <Suspense fallback={waiting}>
      <Upcoming symbol={symbol} waiting={waiting} none={none} />
    </Suspense>
  )
}
