import { formatPrice } from '@fairlot/money'
import { Empty, Note, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { BlockTabs } from './BlockTabs.tsx'
import { EndPopup } from './EndPopup.tsx'
import type { Listing } from './listing.ts'
import { ListingPopup } from './ListingPopup.tsx'
import { premiumText } from './premium-text.ts'
import { blockTradesTexts } from './texts/index.ts'

/** What seats offer now, and what waits for a second operator. */
export function ListingsPage() {
  const { listings: texts, list } = blockTradesTexts.use()
  const language = useLanguage()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const read = useRead('/block-trades/listed', {}, { every: 5_000 })
  const [isNew, setNew] = useState(false)
  const [ending, setEnding] = useState<Listing | null>(null)
  const columns = useColumns(mayPropose ? setEnding : undefined)
  const { data } = read
  return (
    <ConsolePage
      tabs={<BlockTabs here="/block-trades/listings" />}
      filters={
        data === undefined ? undefined : (
          <>
            <span>{data.isOpen ? texts.until(momentText(data.closesAt), data.perDay) : texts.over}</span>
            <span>{texts.rule}</span>
          </>
        )
      }
    >
      {mayPropose && data !== undefined ? (
        <TopAside>
          <ConsoleButton small disabled={!data.isOpen} onPress={() => setNew(true)}>
            {texts.new}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <Answered read={read}>
        {({ listings, proposals }) => (
          <>
            {proposals.map(({ reviewId, number, by }) => (
              <Note key={reviewId} tone="brand">
                {texts.waiting(number, by)}{' '}
                <a href={`#/queue?kind=block-listing&review=${reviewId}`}>{texts.see}</a>
              </Note>
            ))}
            <ConsoleTable
              label={texts.label}
              rows={listings}
              keyOf={({ listingId }) => listingId}
              name={{
                title: list.stock,
                plain: true,
                of: ({ name, symbol }) => `${name[language]} ${symbol}`,
              }}
              columns={columns}
              empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="box" />}
            />
          </>
        )}
      </Answered>
      {isNew && data !== undefined ? <ListingPopup seats={data.seats} onClose={() => setNew(false)} /> : null}
      {ending === null ? null : <EndPopup listing={ending} onClose={() => setEnding(null)} />}
    </ConsolePage>
  )
}

const useColumns = (onEnd: ((listing: Listing) => void) | undefined): readonly ConsoleColumn<Listing>[] => {
  const all = blockTradesTexts.use()
  const { listings: texts, list } = all
  const language = useLanguage()
  return [
    { key: 'seat', title: texts.seat, cell: ({ seat }) => seat[language] },
    { key: 'price', title: list.price, right: true, cell: ({ price }) => formatPrice(BigInt(price)) },
    {
      key: 'market',
      title: texts.market,
      right: true,
      cell: ({ price, market }) => (
        <>
          {market === null ? '—' : formatPrice(BigInt(market))}
          <small>{premiumText(price, market)}</small>
        </>
      ),
    },
    {
      key: 'each',
      title: texts.each,
      right: true,
      cell: ({ minLots, maxLots }) => `${minLots}–${maxLots}`,
    },
    {
      key: 'left',
      title: texts.left,
      right: true,
      cell: ({ leftLots, lots }) =>
        `${leftLots.toLocaleString('en-US')} / ${texts.lots(lots.toLocaleString('en-US'))}`,
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state, leftLots, minLots }) => (
        <StatusChip tone={state === 'open' && leftLots >= minLots ? 'brand' : 'neutral'}>
          {state === 'open' && leftLots < minLots ? texts.full : all.listingStates[state]}
        </StatusChip>
      ),
    },
    {
      key: 'end',
      title: texts.ends,
      cell: (row) =>
        row.proposal !== null ? (
          <a href={`#/queue?kind=block-listing-end&review=${row.proposal.reviewId}`}>{texts.ending}</a>
        ) : row.state === 'open' && onEnd !== undefined ? (
          <ConsoleButton small kind="outline" onPress={() => onEnd(row)}>
            {texts.end}
            <span className="visually-hidden">{row.name[language]}</span>
          </ConsoleButton>
        ) : null,
    },
  ]
}
