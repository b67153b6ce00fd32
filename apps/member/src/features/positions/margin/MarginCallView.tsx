// The margin call: how far the account is below, the deadline, three ways to meet it, and what happens otherwise.

import {
  ActionBar,
  Button,
  Card,
  Dialog,
  Empty,
  Icon,
  IconButton,
  Section,
  StatusChip,
  Timeline,
  useOnce,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import type { TradingTerms } from '@fairlot/rules/orders'
import { lazy, Suspense, useEffect, useState } from 'react'
import { priceText, shortNameIn } from '#features/market-data'
import { SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { HELPER_MS, showToast } from '#shell/toasts.ts'
import { limitText, lotsText, ratioText, type PositionRow } from '../figures.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { useOpenPositions } from '../use-positions.ts'
import { useTradingDay } from '../use-trading-day.ts'
import { Gauge } from './Gauge.tsx'
import { marginTexts } from './texts/index.ts'
import {
  allWay,
  coverIn,
  forcedWay,
  owingOf,
  releasePrice,
  sellWay,
  type MarginFacts,
  type SellWay,
} from './ways.ts'
import { WayRows } from './WayRows.tsx'
import styles from './MarginCallView.module.css'

const CloseSheet = lazy(() =>
  import('../close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })),
)

type CallData = DataOf<'/positions/marginCall'>
type Way = 'cash' | 'sell' | 'all'

export const MarginCallView = () => {
  const read = useRead('/positions/marginCall', {})
  useOwnChanges()
  const open = read.data?.open
  return open == null ? (
    <RouteScreen>
      <Answered read={read}>{(data) => <None data={data} />}</Answered>
    </RouteScreen>
  ) : (
    <Open data={read.data as CallData} open={open} />
  )
}

const None = ({ data }: { readonly data: CallData }) => {
  const texts = marginTexts.use()
  const { nothing } = shellTexts.use()
  const ratio = data.account.ratioBp
  return (
    <>
      <Empty
        nothing={nothing}
        text={
          <>
            {texts.none}
            <br />
            {ratio === null ? texts.noneDebt : texts.noneRatio(ratioText(ratio))}
          </>
        }
        icon="shield-check"
      />
      <Earlier calls={data.earlier} />
    </>
  )
}

const Earlier = ({ calls }: { readonly calls: CallData['earlier'] }) => {
  const texts = marginTexts.use()
  const moment = useMoment()
  return calls.length === 0 ? null : (
    <Section title={texts.earlier} small>
      <Card as="ul" rows>
        {calls.map((each) => (
          <li key={each.callId} className={styles.earlier}>
            <span>{texts.calledAt(ratioText(each.ratioBp), moment(each.calledAt))}</span>
            <StatusChip tone={each.state === 'closed' || each.state === 'forced' ? 'warn' : 'neutral'}>
              {texts.states[each.state]}
            </StatusChip>
          </li>
        ))}
      </Card>
    </Section>
  )
}

const Open = ({ data, open }: { readonly data: CallData; readonly open: NonNullable<CallData['open']> }) => {
  const texts = marginTexts.use()
  const moment = useMoment()
  const [way, setWay] = useState<Way>('cash')
  const [closing, setClosing] = useState<{ row: PositionRow; quantity: number }>()
  const [isContacting, setContacting] = useState(false)
  const { callId } = open
  useEffect(() => {
    // Only records that it was seen; the answer is not needed.
    void call('/positions/seeCall', { callId }, { quiet: true })
  }, [callId])
  const facts = useFacts()
  const ratio = data.account.ratioBp ?? open.ratioBp
  return (
    <RouteScreen
      trailing={
        <IconButton name="headset" size={1.375} label={texts.contact} onPress={() => setContacting(true)} />
      }
      footer={
        facts === undefined ? undefined : (
          <ActionBar>
            <Act
              way={way}
              data={data}
              facts={facts}
              onClose={(row, quantity) => setClosing({ row, quantity })}
            />
          </ActionBar>
        )
      }
    >
      <section className={styles.call}>
        <p className={styles.when}>
          <span className={styles.deadline}>
            <Icon name="clock" size={1.125} />
            {texts.deadline(moment(open.deadline))}
          </span>
        </p>
        <p className={styles.label}>{texts.ratio}</p>
        <p className={styles.ratio}>{ratioText(ratio)}</p>
        {facts === undefined ? null : <Gauge ratioBp={ratio} terms={facts.terms} />}
        {facts === undefined ? null : <Sum facts={facts} />}
      </section>
      {facts === undefined ? null : (
        <>
          <Ways data={data} facts={facts} way={way} onWay={setWay} />
          <Otherwise facts={facts} deadline={open.deadline} />
        </>
      )}
      <p className={styles.notified}>
        <Icon name="bell" size={1.125} />
        {texts.notified(moment(open.calledAt))}
      </p>
      <Earlier calls={data.earlier} />
      <Suspense>
        {closing === undefined ? null : (
          <CloseSheet
            position={closing.row}
            quantity={closing.quantity}
            onClose={() => setClosing(undefined)}
          />
        )}
      </Suspense>
      <SupportSheet open={isContacting} onClose={() => setContacting(false)} />
      <HelpRow page="margin-call" />
    </RouteScreen>
  )
}

/** All data for the calculation; undefined until it is complete. */
const useFacts = (): MarginFacts | undefined => {
  const held = useOpenPositions()
  const positions = owingOf((held.data ?? []).flatMap((page) => page.positions))
  const symbol = positions[0]?.symbol
  const { data } = useRead(
    '/orders/terms',
    { symbol: symbol ?? '' },
    { enabled: symbol !== undefined, quiet: true },
  )
  const day = useTradingDay()
  return data === undefined || day === undefined
    ? undefined
    : { terms: data.terms as TradingTerms, today: day.date, settlesOn: day.settlesOn, positions }
}

const Sum = ({ facts }: { readonly facts: MarginFacts }) => {
  const texts = marginTexts.use()
  const { securing, debt } = coverIn(facts)
  return (
    <p className={styles.sum}>
      {texts.sum(formatMoney(securing), formatMoney(debt), limitText(facts.terms.callRatio))}
    </p>
  )
}

interface WaysProps {
  readonly data: CallData
  readonly facts: MarginFacts
  readonly way: Way
  readonly onWay: (way: Way) => void
}

const Ways = ({ data, facts, way, onWay }: WaysProps) => {
  const texts = marginTexts.use()
  const language = useLanguage()
  const sell = sellWay(facts)
  const topUp = BigInt(data.topUp)
  const cash = BigInt(data.account.terms.available)
  const items = [
    {
      value: 'cash' as const,
      title: texts.cash.title,
      amount: formatMoney(topUp),
      lines: [
        texts.cash.result(limitText(facts.terms.cancelRatio)),
        cash >= topUp ? texts.cash.enough(formatMoney(cash)) : texts.cash.short(formatMoney(topUp - cash)),
      ],
    },
    // Where only closing all of it helps, this is the same as closing everything.
    ...(sell === null || isAll(sell, facts)
      ? []
      : [
          {
            value: 'sell' as const,
            title: (sell.row.direction === 'long' ? texts.sell.title : texts.sell.titleShort)(
              lotsText(sell.quantity, language),
              shortNameIn(language, sell.row),
            ),
            amount: formatMoney(sell.preview.received, { plus: true }),
            lines: [
              sell.ratioBp === null
                ? texts.sell.resultNone
                : texts.sell.result(
                    lotsText(sell.row.shares - sell.quantity, language),
                    ratioText(sell.ratioBp),
                  ),
              texts.sell.costs(formatMoney(sell.preview.fee), formatMoney(sell.preview.tax)),
            ],
          },
        ]),
    {
      value: 'all' as const,
      title: texts.all.title,
      amount: formatMoney(allWay(facts), { plus: true }),
      lines: [facts.positions.length === 1 ? texts.all.result : texts.all.many(facts.positions.length)],
    },
  ]
  return (
    <Section title={texts.choose} small aside={<span className={styles.aside}>{texts.chooseNote}</span>}>
      <Card>
        <WayRows label={texts.choose} value={way} onChange={onWay} items={items} />
      </Card>
    </Section>
  )
}

const isAll = (sell: SellWay, facts: MarginFacts): boolean =>
  facts.positions.length === 1 && sell.quantity === sell.row.shares

interface ActProps {
  readonly way: Way
  readonly data: CallData
  readonly facts: MarginFacts
  readonly onClose: (row: PositionRow, quantity: number) => void
}

const Act = ({ way, data, facts, onClose }: ActProps) => {
  const texts = marginTexts.use()
  const language = useLanguage()
  const sell = sellWay(facts)
  if (way === 'cash') return <TopUp data={data} terms={facts.terms} />
  if (way === 'sell' && sell !== null)
    return (
      <Button wide onPress={() => onClose(sell.row, sell.quantity)}>
        {(sell.row.direction === 'long' ? texts.sell.button : texts.sell.buttonShort)(
          lotsText(sell.quantity, language),
        )}
      </Button>
    )
  const [first] = facts.positions
  return first === undefined ? null : (
    <Button wide onPress={() => onClose(first, first.shares)}>
      {facts.positions.length === 1 ? texts.all.button : texts.all.buttonFrom(shortNameIn(language, first))}
    </Button>
  )
}

const TopUp = ({ data, terms }: { readonly data: CallData; readonly terms: TradingTerms }) => {
  const texts = marginTexts.use().cash
  const [asking, setAsking] = useState(false)
  const [key, setKey] = useState(newIdempotencyKey)
  const amount = BigInt(data.topUp)
  const cash = BigInt(data.account.terms.available)
  const text = formatMoney(amount, { symbol: true })
  const send = useOnce(async () => {
    const answer = await call('/positions/topUp', { amount: data.topUp }, { idempotencyKey: key })
    setAsking(false)
    if (answer.ok) {
      setKey(newIdempotencyKey())
      showToast({
        text: texts.done(formatMoney(answer.data.applied, { symbol: true })),
        tone: 'done',
        ms: HELPER_MS,
      })
    }
    await refresh('/positions/marginCall', '/positions/account', '/positions/listPositions', '/funds/records')
  })
  return (
    <>
      <Button
        wide
        disabled={cash < amount}
        reason={texts.short(formatMoney(amount - cash))}
        onPress={() => setAsking(true)}
      >
        {texts.button(text)}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.ask(text)}
        icon="wallet"
        role="alertdialog"
        actions={
          <>
            <Button wide loading={send.busy} onPress={() => send.run()}>
              {texts.confirm}
            </Button>
            <Button kind="text" wide onPress={() => setAsking(false)}>
              {texts.back}
            </Button>
          </>
        }
      >
        {texts.askText(limitText(terms.cancelRatio))}
      </Dialog>
    </>
  )
}

const Otherwise = ({ facts, deadline }: { readonly facts: MarginFacts; readonly deadline: string }) => {
  const texts = marginTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const release = releasePrice(facts)
  const ratio = limitText(facts.terms.cancelRatio)
  const parts = forcedWay(facts).map(({ row, quantity }) =>
    texts.steps.forcedPart(
      row.direction === 'long' ? 'sell' : 'buy',
      shortNameIn(language, row),
      lotsText(quantity, language),
    ),
  )
  return (
    <Section title={texts.nothing} small>
      <Card pad>
        <Timeline
          steps={[
            {
              key: 'within',
              state: 'now',
              title: texts.steps.within,
              time: texts.steps.withinTime(moment(deadline)),
              caption:
                release === null
                  ? texts.steps.withinText(ratio)
                  : texts.steps.withinPrice(
                      shortNameIn(language, release.row),
                      priceText(release.price),
                      ratio,
                    ),
            },
            {
              key: 'forced',
              state: 'todo',
              title: texts.steps.forced,
              time: texts.steps.forcedTime,
              caption: texts.steps.forcedText(parts.join(language === 'tw' ? '、' : ', ')),
            },
            {
              key: 'early',
              state: 'todo',
              title: texts.steps.early,
              time: texts.steps.earlyTime,
              caption: texts.steps.earlyText(limitText(facts.terms.floorRatio)),
            },
          ]}
        />
      </Card>
    </Section>
  )
}
