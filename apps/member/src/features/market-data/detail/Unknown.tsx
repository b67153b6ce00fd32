import { useLanguage } from '@fairlot/app-shell/language'
import { Empty, LinkButton } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { detailTexts } from './texts/index.ts'
import { moreTexts } from './texts/more/index.ts'
import { useSymbol } from './use-symbol.ts'

interface Upcoming {
  readonly name: { readonly tw: string; readonly en: string }
  readonly listsOn: string
  readonly href: string
}

/** An offered stock that is not listed yet: the market does not know it, its auction or offer does. Members only. */
const useUpcoming = (symbol: string): { readonly found: Upcoming | undefined; readonly isBusy: boolean } => {
  const options = { enabled: useSession() !== null && symbol !== '', quiet: true }
  const auctions = [
    useRead('/auctions/list', { view: 'open' }, options),
    useRead('/auctions/list', { view: 'waiting' }, options),
    useRead('/auctions/list', { view: 'opened' }, options),
  ]
  const offers = [
    useRead('/new-shares/offers', { view: 'open' }, options),
    useRead('/new-shares/offers', { view: 'waiting' }, options),
    useRead('/new-shares/offers', { view: 'drawn' }, options),
  ]
  const stocks = [
    ...auctions.flatMap(({ data }) =>
      (data?.auctions ?? []).map((each) => ({
        ...each,
        href: `/common/dividend2?view=auction&id=${each.auctionId}`,
      })),
    ),
    ...offers.flatMap(({ data }) =>
      (data?.offers ?? []).map((each) => ({ ...each, href: `/market/subscribeDetail?id=${each.offerId}` })),
    ),
  ]
  return {
    found: stocks.find((each) => each.symbol === symbol && !each.isRemoved),
    isBusy: [...auctions, ...offers].some(({ isLoading }) => isLoading),
  }
}

/** A stock before its listing, an unknown code, or no code. */
export const Unknown = () => {
  const { unknown } = detailTexts.use()
  const { upcoming } = moreTexts.use()
  const { nothing } = shellTexts.use()
  const { found, isBusy } = useUpcoming(useSymbol())
  const language = useLanguage()
  if (found === undefined)
    return (
      <RouteScreen heading={unknown.title}>
        <div aria-busy={isBusy}>
          {isBusy ? null : (
            <Empty
              nothing={nothing}
              text={unknown.text}
              icon="search"
              action={<LinkButton href="/home/searchIndex">{unknown.action}</LinkButton>}
            />
          )}
        </div>
      </RouteScreen>
    )
  return (
    <RouteScreen heading={found.name[language]}>
      <Empty
        nothing={upcoming.title}
        text={upcoming.text(found.listsOn.replaceAll('-', '/'))}
        icon="calendar"
        action={<LinkButton href={found.href}>{upcoming.action}</LinkButton>}
      />
    </RouteScreen>
  )
}
