import { Note, StatusChip } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts, LedgerLines } from '#kit/Detail.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { momentText } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import type { Proposing } from './ChannelPopup.tsx'
import type { Channel } from './channel.ts'
import { channelsTexts } from './texts/index.ts'

interface ChannelDetailProps {
  readonly channel: Channel
  /** Undefined when the operator's roles do not allow it. */
  readonly onPropose: ((proposing: Proposing) => void) | undefined
}

export function ChannelDetail({ channel, onPropose }: ChannelDetailProps) {
  const all = channelsTexts.use()
  const texts = all.detail
  const language = useLanguage()
  const { currency, proposal } = channel
  const money = (amount: string) => moneyText(amount, currency)
  return (
    <>
      <DetailHead
        meta={
          <>
            {texts.changed(momentText(channel.changedAt))}
            <StatusChip tone={channel.state === 'open' ? 'brand' : 'warn'}>
              {all.states[channel.state]}
            </StatusChip>
          </>
        }
        title={channel.name[language]}
        sub={`${currency} · ${channel.bankName}`}
      />
      {proposal === null ? null : (
        <DetailPart title={all.list.proposed}>
          <Note tone="brand">{all.waiting(proposal.number, proposal.by)}</Note>
        </DetailPart>
      )}
      <DetailPart title={texts.facts}>
        <Facts
          items={[
            { key: 'english', label: texts.english, value: channel.name.en },
            { key: 'holder', label: texts.holder, value: channel.holder },
            { key: 'number', label: texts.number, value: channel.number },
            { key: 'bank', label: texts.bank, value: `${channel.bankCode} ${channel.bankName}` },
            { key: 'branch', label: texts.branch, value: channel.branch },
            { key: 'bounds', label: texts.bounds, value: `${money(channel.min)} – ${money(channel.max)}` },
            { key: 'fee', label: texts.fee, value: money(channel.fee) },
            { key: 'usual', label: texts.usual, value: texts.minutes(channel.usualMinutes) },
            {
              key: 'password',
              label: texts.password,
              value: channel.hasPassword ? all.list.has : all.list.none,
            },
            { key: 'place', label: texts.place, value: channel.place },
            ...(channel.reason === null
              ? []
              : [{ key: 'reason', label: texts.reason, value: channel.reason[language] }]),
          ]}
        />
      </DetailPart>
      <DetailPart title={texts.history}>
        {channel.history.length === 0 ? (
          texts.noHistory
        ) : (
          <LedgerLines
            label={texts.history}
            head={texts.historyHead}
            lines={channel.history.map(({ at, min, max, state }) => ({
              key: at,
              what: momentText(at),
              where: `${money(min)} – ${money(max)}`,
              amount: all.states[state],
              isOut: state === 'suspended',
            }))}
          />
        )}
      </DetailPart>
      <ChannelFoot channel={channel} onPropose={onPropose} />
    </>
  )
}

function ChannelFoot({ channel, onPropose }: ChannelDetailProps) {
  const texts = channelsTexts.use().detail
  const { toReview } = useAddress()
  const { proposal } = channel
  return (
    <DetailFoot>
      {proposal !== null ? (
        <ConsoleButton kind="outline" onPress={() => toReview('channel', proposal.reviewId)}>
          {texts.see}
        </ConsoleButton>
      ) : onPropose === undefined ? null : (
        <>
          <ConsoleButton
            kind="outline"
            onPress={() => onPropose({ what: channel.state === 'open' ? 'off' : 'on', channel })}
          >
            {channel.state === 'open' ? texts.off : texts.on}
          </ConsoleButton>
          <ConsoleButton onPress={() => onPropose({ what: 'change', channel })}>{texts.change}</ConsoleButton>
        </>
      )}
    </DetailFoot>
  )
}
