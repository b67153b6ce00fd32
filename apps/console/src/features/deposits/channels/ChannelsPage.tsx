import { Empty, Note, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { DepositTabs } from '../DepositTabs.tsx'
import { ChannelDetail } from './ChannelDetail.tsx'
import { ChannelPopup, type Proposing } from './ChannelPopup.tsx'
import type { Channel } from './channel.ts'
import { channelsTexts } from './texts/index.ts'

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function ChannelsPage() {
  const texts = channelsTexts.use()
  const { list } = texts
  const language = useLanguage()
  const me = useMe()
  const address = useAddress()
  const read = useRead('/deposits/channelList', {}, { every: 15_000 })
  const [proposing, setProposing] = useState<Proposing | null>(null)
  const columns = useColumns()
  const mayPropose = mayDo(me, 'propose-funds')
  const channel = read.data?.channels.find(({ channelId }) => channelId === address.get('id'))
  const hours = read.data?.hours
  return (
    <ConsolePage
      tabs={<DepositTabs here="/deposits/channels" />}
      filters={
        hours === undefined ? undefined : (
          <span>
            {texts.hours(
              clock(hours.opens),
              clock(hours.closes),
              hours.isOpen,
              hours.opensAt === null ? '' : momentText(hours.opensAt),
            )}
          </span>
        )
      }
      pane={
        channel === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <ChannelDetail channel={channel} onPropose={mayPropose ? setProposing : undefined} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => setProposing({ what: 'new' })}>
            {texts.new}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <Answered read={read}>
        {({ channels, proposals }) => (
          <>
            {proposals.map(({ reviewId, number, by }) => (
              <Note key={reviewId} tone="brand">
                {texts.waiting(number, by)}{' '}
                <a href={`#/queue?kind=channel&review=${reviewId}`}>{texts.detail.see}</a>
              </Note>
            ))}
            <ConsoleTable
              label={list.label}
              rows={channels}
              keyOf={({ channelId }) => channelId}
              name={{ title: list.name, of: ({ name }) => name[language] }}
              here={channel?.channelId}
              onOpen={({ channelId }) => address.turn({ id: channelId })}
              columns={columns}
              empty={<Empty nothing={list.empty} text={list.emptyText} icon="card" />}
            />
          </>
        )}
      </Answered>
      {proposing === null ? null : <ChannelPopup proposing={proposing} onClose={() => setProposing(null)} />}
    </ConsolePage>
  )
}

const useColumns = (): readonly ConsoleColumn<Channel>[] => {
  const texts = channelsTexts.use()
  const { list } = texts
  return [
    {
      key: 'account',
      title: list.account,
      cell: ({ bankCode, number, holder }) => (
        <>
          {bankCode} {number}
          <small>{holder}</small>
        </>
      ),
    },
    {
      key: 'bounds',
      title: list.bounds,
      right: true,
      cell: ({ min, max, currency }) => `${moneyText(min, currency)} – ${moneyText(max, currency)}`,
    },
    {
      key: 'fee',
      title: list.fee,
      right: true,
      wide: true,
      cell: ({ fee, currency }) => moneyText(fee, currency),
    },
    {
      key: 'password',
      title: list.password,
      wide: true,
      cell: ({ hasPassword }) => (hasPassword ? list.has : list.none),
    },
    { key: 'pending', title: list.pending, right: true, cell: ({ pending }) => pending },
    {
      key: 'state',
      title: list.state,
      cell: ({ state, proposal }) => (
        <>
          <StatusChip tone={state === 'open' ? 'brand' : 'warn'}>{texts.states[state]}</StatusChip>
          {proposal === null ? null : <small>{list.proposed}</small>}
        </>
      ),
    },
  ]
}
