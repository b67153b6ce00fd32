// A stock that is offered and not listed yet: the market does not know it, its auction or offer does.

import { useLanguage } from '@fairlot/app-shell/language'
import { Empty, LinkButton } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { auctionPath, offerPath } from '#shell/paths.ts'
import { upcomingTexts } from './texts/index.ts'

interface Props {
  readonly symbol: string
  readonly waiting: ReactNode
  readonly none: ReactNode
}

export const Upcoming = ({ symbol, waiting, none }: Props) => {
  const texts = upcomingTexts.use()
  const language = useLanguage()
  const { found, isBusy } = useOffered(symbol)
  if (found === undefined) return isBusy ? waiting : none
  return (
    <RouteScreen heading={found.name[language]}>
      <Empty
        nothing={texts.title}
        text={texts.text(found.listsOn.replaceAll('-', '/'))}
        icon="calendar"
        action={<LinkButton href={found.href}>{texts.action}</LinkButton>}
      />
    </RouteScreen>
  )
}

const quiet = { quiet: true }

function useOffered(symbol: string) {
  const auctions = [
    useRead('/auctions/list', { view: 'open' }, quiet),
    useRead('/auctions/list', { view: 'waiting' }, quiet),
    useRead('/auctions/list', { view: 'opened' }, quiet),
  ]
  const offers = [
    useRead('/new-shares/offers', { view: 'open' }, quiet),
    useRead('/new-shares/offers', { view: 'waiting' }, quiet),
    useRead('/new-shares/offers', { view: 'drawn' }, quiet),
  ]
  const stocks = [
    ...auctions.flatMap(({ data }) =>
      (data?.auctions ?? []).map((each) => ({
        ...each,
        href: auctionPath(each.auctionId),
      })),
    ),
    ...offers.flatMap(({ data }) =>
      (data?.offers ?? []).map((each) => ({ ...each, href: offerPath(each.offerId) })),
    ),
  ]
  return {
    found: stocks.find((each) => each.symbol === symbol && !each.isRemoved),
    isBusy: [...auctions, ...offers].some(({ isLoading }) => isLoading),
  }
}
