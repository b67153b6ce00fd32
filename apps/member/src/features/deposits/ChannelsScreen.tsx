// Deposit channels: bounds, fee and time of each, and when the bank is open.

import {
  Card,
  cx,
  Empty,
  Icon,
  IconButton,
  Link,
  Note,
  Row,
  Section,
  StatusChip,
  type IconName,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { Suspense } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { fundComponentsTexts, symbolOf } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { depositPath, payInPath } from './paths.ts'
import { depositsTexts } from './texts/index.ts'
import { useDepositChanges } from './use-deposit-changes.ts'
import styles from './Deposits.module.css'

type Offer = DataOf<'/deposits/channels'>
type Channel = Offer['channels'][number]

export const ChannelsScreen = () => {
  useDepositChanges()
  const read = useRead('/deposits/channels', {})
  const restrictions = useRestrictions('bring-money')
  return (
    <RouteScreen trailing={<RecordsButton />}>
      {restrictions !== undefined && restrictions.length > 0 ? (
        <Suspense>
          <Restricted restrictions={restrictions} />
        </Suspense>
      ) : (
        <Answered read={read}>{(offer) => <Channels offer={offer} />}</Answered>
      )}
      <HelpRow page="deposits" />
    </RouteScreen>
  )
}

export const RecordsButton = () => {
  const texts = depositsTexts.use()
  const navigate = useNavigate()
  return (
    <IconButton
      name="history"
      size={1.375}
      label={texts.records}
      onPress={() => navigate('/user/FundingDetails?tab=stored-value')}
    />
  )
}

export const SimulatedNote = () => {
  const texts = depositsTexts.use()
  return isSimulated(useSite()) ? <Note tone="crit">{texts.simulated}</Note> : null
}

const Channels = ({ offer }: { readonly offer: Offer }) => {
  const texts = depositsTexts.use()
  const { currencies } = fundComponentsTexts.use()
  const { nothing } = shellTexts.use()
  const home = offer.channels.filter(({ currency }) => currency === 'TWD')
  const foreign = offer.channels.filter(({ currency }) => currency !== 'TWD')
  return (
    <div className={styles.stack}>
      <SimulatedNote />
      {offer.pending === null ? null : <PendingRow depositId={offer.pending} />}
      {offer.channels.length === 0 ? (
        <Empty nothing={nothing} text={texts.noChannels} icon="deposit" />
      ) : (
        [
          { title: currencies['TWD'] ?? 'TWD', rows: home },
          { title: texts.foreign, rows: foreign },
        ].map(({ title, rows }) =>
          rows.length === 0 ? null : (
            <Section key={title} title={title} small className={styles.group}>
              <Card as="ul" rows>
                {rows.map((channel) => (
                  <li key={channel.channelId}>
                    <ChannelRow channel={channel} />
                  </li>
                ))}
              </Card>
            </Section>
          ),
        )
      )}
      <Hours offer={offer} />
      <Note>{texts.rule}</Note>
    </div>
  )
}

export const PendingRow = ({ depositId }: { readonly depositId: string }) => {
  const texts = depositsTexts.use().pending
  return (
    <Card rows>
      <Row icon="clock" tile="brand" title={texts.title} caption={texts.text} href={depositPath(depositId)} />
    </Card>
  )
}

const iconOf = (currency: string): IconName => (currency === 'TWD' ? 'bank' : 'globe')

const ChannelRow = ({ channel }: { readonly channel: Channel }) => {
  const texts = depositsTexts.use()
  const language = useLanguage()
  const symbol = channel.currency === 'TWD' ? '' : symbolOf(channel.currency)
  const isOpen = channel.state === 'open'
  const content = (
    <>
      <span className={styles.tile}>
        <Icon name={iconOf(channel.currency)} />
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>
          {channel.name[language]}
          {isOpen ? null : <StatusChip tone="warn">{texts.suspended}</StatusChip>}
        </span>
        {isOpen ? (
          <>
            <span className={styles.small}>
              {texts.bounds(`${symbol}${formatMoney(channel.min)}`, formatMoney(channel.max))}
            </span>
            <span className={styles.small}>
              <span>{texts.fee(`${symbol}${formatMoney(channel.fee)}`)}</span>
              <span>{texts.usual(channel.usualMinutes)}</span>
            </span>
          </>
        ) : (
          <span className={styles.small}>{channel.reason?.[language]}</span>
        )}
      </span>
      {isOpen ? <Icon name="chevron" size={1.125} /> : null}
    </>
  )
  return isOpen ? (
    <Link href={payInPath(channel.channelId)} className={styles.channel}>
      {content}
    </Link>
  ) : (
    <div className={cx(styles.channel, styles.off)}>{content}</div>
  )
}

const Hours = ({ offer }: { readonly offer: Offer }) => {
  const texts = depositsTexts.use().hours
  const moment = useMoment()
  return (
    <Card pad>
      <div className={styles.hours}>
        <span>{texts.title}</span>
        <StatusChip tone={offer.isOpen ? 'brand' : 'warn'}>
          {offer.isOpen ? texts.open : texts.closed}
        </StatusChip>
        <b>{texts.weekdays(offer.hours.open, offer.hours.close)}</b>
      </div>
      <p className={styles.hoursText}>
        {offer.isOpen
          ? offer.closesAt !== null && texts.until(moment(offer.closesAt))
          : offer.opensAt !== null && texts.from(moment(offer.opensAt))}
      </p>
    </Card>
  )
}
