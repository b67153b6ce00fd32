// One copy: what is behind the mentor, its settings, and the ways to pause, change and stop it.

import {
  ActionBar,
  Avatar,
  Button,
  Card,
  KeyValues,
  Money,
  Note,
  Row,
  Section,
  StatusChip,
  useOnce,
} from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { Fragment, lazy, Suspense, useRef, useState } from 'react'
import { CancelDialog } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { showToast } from '#shell/toasts.ts'
import {
  cash,
  copiesMoved,
  type Copy,
  mentorPath,
  partOf,
  type ReadCopy,
  resultShare,
  shareText,
  signedMoney,
  stopAt,
  toneOf,
  useCopyChanges,
} from './copy.ts'
import { Contents, Sum } from './Contents.tsx'
import { CopyChip } from './CopyChip.tsx'
import { Story } from './Story.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const Allocations = lazy(() => import('./Allocations.tsx').then((file) => ({ default: file.Allocations })))
const ChangeSheet = lazy(() => import('./ChangeSheet.tsx').then((file) => ({ default: file.ChangeSheet })))

const AmountSheet = lazy(() => import('./AmountSheet.tsx').then((file) => ({ default: file.AmountSheet })))
const StopSheet = lazy(() => import('./StopSheet.tsx').then((file) => ({ default: file.StopSheet })))

type Layer = 'amount' | 'change' | 'stop' | 'cancel'

const isRunning = (pages: readonly ReadCopy[]): boolean =>
  pages.some(({ allocations }) => allocations.some(({ state }) => state !== 'done'))

export const CopyView = () => {
  useCopyChanges()
  const copyId = useSearch().get('id') ?? ''
  // The end of a parent order is no event of the follower: what it did not spend returns after its last fill.
  const read = usePaged(
    '/copy-trading/read',
    { copyId },
    { every: (pages) => (isRunning(pages) ? 5_000 : false) },
  )
  const [layer, setLayer] = useState<Layer>()
  const first = read.data?.[0]
  return (
    <RouteScreen footer={first === undefined ? undefined : <Actions copy={first.copy} onOpen={setLayer} />}>
      <Answered read={read}>
        {(pages) => (
          <div className={styles.panel}>
            {pages.slice(0, 1).map(({ copy, positions }) => (
              <Fragment key={copy.copyId}>
                <Head copy={copy} />
                <Sum copy={copy} />
                <Contents copy={copy} positions={positions} />
                <Suspense>
                  <Allocations read={read} />
                </Suspense>
                <Settings
                  copy={copy}
                  onAmount={() => setLayer('amount')}
                  onChange={() => setLayer('change')}
                />
                <Facts copy={copy} />
              </Fragment>
            ))}
          </div>
        )}
      </Answered>
      {first === undefined ? null : <Layers {...first} layer={layer} onClose={() => setLayer(undefined)} />}
    </RouteScreen>
  )
}

interface LayersProps extends Pick<ReadCopy, 'copy' | 'positions'> {
  readonly layer: Layer | undefined
  readonly onClose: () => void
}

const Layers = ({ copy, positions, layer, onClose }: LayersProps) => (
  <>
    <Suspense>
      {layer === 'amount' ? <AmountSheet copy={copy} onClose={onClose} /> : null}
      {layer === 'change' ? <ChangeSheet copy={copy} onClose={onClose} /> : null}
      {layer === 'stop' ? <StopSheet copy={copy} positions={positions} onClose={onClose} /> : null}
    </Suspense>
    <Cancel copy={copy} open={layer === 'cancel'} onClose={onClose} />
  </>
)

const Head = ({ copy }: { readonly copy: Copy }) => {
  const all = copyTradingTexts.use()
  const { mentor, state } = copy
  return (
    <>
      <div className={styles.top}>
        <Avatar name={mentor.name} />
        <div className={styles.who}>
          <p className={styles.name}>
            {mentor.name}{' '}
            <StatusChip tone={mentor.level === null ? 'warn' : 'brand'}>
              {mentor.level === null ? all.below : all.levels[mentor.level]}
            </StatusChip>
            {mentor.isSimulated ? <StatusChip>{all.simulated}</StatusChip> : null}
            <CopyChip copy={copy} />
          </p>
          <Story copy={copy} />
        </div>
      </div>
      <Hero copy={copy} />
      {state === 'under-review' ? <Note tone="warn">{all.copy.reviewNote}</Note> : null}
    </>
  )
}

/** The result, and before the first copied purchase the amount. */
const Hero = ({ copy }: { readonly copy: Copy }) => {
  const texts = copyTradingTexts.use().copy
  const hidden = useHideAmounts()
  const money = (amount: bigint | string): string => (hidden ? '••••' : formatMoney(amount))
  if (copy.cost === '0')
    return (
      <div>
        <p className={styles.small}>{texts.amount}</p>
        <p className={styles.hero} data-copy="amount">
          <Money text={formatMoney(copy.amount)} size="display" hidden={hidden} />
        </p>
      </div>
    )
  const tone = styles[toneOf(copy.result)] ?? ''
  // Shares that the member still has change the result of an ended copy too.
  const isFinal = copy.state === 'ended' && copy.value === '0'
  const left = money(BigInt(copy.amount) + BigInt(copy.result))
  return (
    <div>
      <p className={styles.small}>{isFinal ? texts.finalResult : texts.result}</p>
      <div className={styles.line}>
        <p className={`${styles.hero} ${tone}`} data-copy="result">
          <Money text={signedMoney(copy.result)} size="display" hidden={hidden} />
        </p>
        <p className={styles.two}>
          <strong className={`num ${tone}`}>{hidden ? '••••' : resultShare(copy)}</strong>
          <span className={styles.small}>{isFinal ? texts.returned(left) : texts.worth(left)}</span>
        </p>
      </div>
      <p className={styles.small}>{texts.put(money(copy.amount))}</p>
    </div>
  )
}

const Facts = ({ copy }: { readonly copy: Copy }) => {
  const all = copyTradingTexts.use()
  const texts = all.copy
  const language = useLanguage()
  const moment = useMoment()
  const day = useDay()
  const at = (key: string, label: string, instant: string | null) =>
    instant === null ? [] : [{ key, label, value: moment(instant) }]
  return (
    <Section title={texts.facts} small className={styles.group}>
      <Card pad>
        <KeyValues
          items={[
            ...(copy.product === null
              ? []
              : [
                  { key: 'product', label: texts.product, value: copy.product.name[language] },
                  { key: 'endsOn', label: texts.endsOn, value: day(copy.product.endsOn) },
                ]),
            ...at('sent', texts.sent, copy.sentAt),
            ...(copy.state === 'under-review' ? at('promised', texts.promised, copy.promisedAt) : []),
            ...at('started', texts.started, copy.startedAt),
            ...(copy.state === 'following'
              ? [{ key: 'startsOn', label: texts.startsOn, value: day(copy.startsOn) }]
              : []),
            ...at('ended', texts.ended, copy.endedAt),
            ...(copy.endReason === null
              ? []
              : [{ key: 'reason', label: texts.reason, value: all.reasons[copy.endReason] }]),
            ...(copy.note === null || copy.note === ''
              ? []
              : [{ key: 'note', label: texts.note, value: copy.note }]),
          ]}
        />
      </Card>
      <Card rows>
        <Row title={texts.mentor} href={mentorPath(copy.mentor.mentorId)} value={copy.mentor.name} />
      </Card>
    </Section>
  )
}

interface SettingsProps {
  readonly copy: Copy
  readonly onAmount: () => void
  readonly onChange: () => void
}

const Settings = ({ copy, onAmount, onChange }: SettingsProps) => {
  const all = copyTradingTexts.use()
  const texts = all.settings
  const hidden = useHideAmounts()
  const money = (amount: bigint | string): string => (hidden ? '••••' : formatMoney(amount))
  const { amount, stockShareBp, stopLossBp, cap } = copy
  const isOpen = copy.state === 'following'
  const rows = [
    { key: 'amount', title: texts.amount, value: money(amount) },
    {
      key: 'stopLoss',
      title: texts.stopLoss,
      value:
        stopLossBp === null
          ? all.none
          : texts.stopValue(shareText(stopLossBp), money(stopAt(amount, stopLossBp))),
    },
    {
      key: 'share',
      title: texts.share,
      value: texts.shareValue(shareText(stockShareBp), money(partOf(amount, stockShareBp))),
    },
    { key: 'cap', title: texts.cap, value: cap === null ? all.none : money(cap) },
  ]
  return (
    <Section title={texts.title} small className={styles.group}>
      <Card rows>
        {rows.map(({ key, title, value }) => (
          <Row
            key={key}
            title={title}
            value={<span data-setting={key}>{value}</span>}
            onPress={isOpen ? (key === 'amount' ? onAmount : onChange) : undefined}
          />
        ))}
      </Card>
    </Section>
  )
}

const Actions = ({ copy, onOpen }: { readonly copy: Copy; readonly onOpen: (layer: Layer) => void }) => {
  const all = copyTradingTexts.use()
  const texts = all.copy
  const sent = useRef<{ readonly isPaused: boolean; readonly key: string }>(undefined)
  const { run, busy } = useOnce(async () => {
    const isPaused = !copy.isPaused
    // After a lost answer the next press is the same request, unless the copy shows that it was done.
    if (sent.current?.isPaused !== isPaused) sent.current = { isPaused, key: newIdempotencyKey() }
    const answer = await call(
      '/copy-trading/pause',
      { copyId: copy.copyId, isPaused },
      { idempotencyKey: sent.current.key },
    )
    if (answer.ok || answer.why === 'refused') sent.current = undefined
    if (answer.ok) showToast({ text: isPaused ? texts.paused : texts.resumed, tone: 'done' })
    await copiesMoved()
  })
  if (copy.state === 'under-review')
    return (
      <ActionBar>
        <Button kind="outline" wide onPress={() => onOpen('cancel')}>
          {all.cancelling.open}
        </Button>
      </ActionBar>
    )
  if (copy.state !== 'following') return null
  return (
    <ActionBar>
      <div className={styles.actions}>
        <Button kind="quiet" loading={busy} onPress={run}>
          {copy.isPaused ? texts.resume : texts.pause}
        </Button>
        <Button kind="outline" onPress={() => onOpen('stop')}>
          {texts.stop}
        </Button>
      </div>
    </ActionBar>
  )
}

interface EndProps {
  readonly copy: Copy
  readonly open: boolean
  readonly onClose: () => void
}

const Cancel = ({ copy, open, onClose }: EndProps) => {
  const texts = copyTradingTexts.use().cancelling
  const key = useRef(newIdempotencyKey())
  const cancel = async (): Promise<boolean> => {
    const answer = await call(
      '/copy-trading/cancel',
      { copyId: copy.copyId },
      { idempotencyKey: key.current },
    )
    await copiesMoved()
    return answer.ok
  }
  return (
    <CancelDialog open={open} onClose={onClose} texts={texts} onCancel={cancel}>
      {texts.text(cash(copy.amount))}
    </CancelDialog>
  )
}
