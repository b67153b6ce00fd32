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
import { lazy, Suspense, useRef, useState } from 'react'
import { CancelDialog } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { showToast } from '#shell/toasts.ts'
import {
  cash,
  copiesMoved,
  type Copy,
  mentorPath,
  partOf,
  shareText,
  stopAt,
  useCopyChanges,
} from './copy.ts'
import { CopyChip } from './CopyChip.tsx'
import { Contents } from './Contents.tsx'
import { Story } from './Story.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const ChangeSheet = lazy(() => import('./ChangeSheet.tsx').then((file) => ({ default: file.ChangeSheet })))

type Layer = 'change' | 'stop' | 'cancel'

export const CopyView = () => {
  useCopyChanges()
  const copyId = useSearch().get('id') ?? ''
  const read = useRead('/copy-trading/read', { copyId })
  const [layer, setLayer] = useState<Layer>()
  const copy = read.data?.copy
  const close = () => setLayer(undefined)
  return (
    <RouteScreen footer={copy === undefined ? undefined : <Actions copy={copy} onOpen={setLayer} />}>
      <Answered read={read}>
        {(data) => (
          <div className={styles.panel}>
            <Head copy={data.copy} />
            <Contents copy={data.copy} />
            <Settings copy={data.copy} onChange={() => setLayer('change')} />
            <Facts copy={data.copy} />
          </div>
        )}
      </Answered>
      <Suspense>
        {layer === 'change' && copy !== undefined ? <ChangeSheet copy={copy} onClose={close} /> : null}
      </Suspense>
      {copy === undefined ? null : (
        <>
          <Cancel copy={copy} open={layer === 'cancel'} onClose={close} />
          <Stop copy={copy} open={layer === 'stop'} onClose={close} />
        </>
      )}
    </RouteScreen>
  )
}

const Head = ({ copy }: { readonly copy: Copy }) => {
  const all = copyTradingTexts.use()
  const hidden = useHideAmounts()
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
      <div>
        <p className={styles.small}>{all.copy.amount}</p>
        <p className={styles.hero} data-copy="amount">
          <Money text={formatMoney(copy.amount)} size="display" hidden={hidden} />
        </p>
      </div>
      {state === 'under-review' ? <Note tone="warn">{all.copy.reviewNote}</Note> : null}
    </>
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

const Settings = ({ copy, onChange }: { readonly copy: Copy; readonly onChange: () => void }) => {
  const all = copyTradingTexts.use()
  const texts = all.settings
  const hidden = useHideAmounts()
  const money = (amount: bigint | string): string => (hidden ? '••••' : formatMoney(amount))
  const { amount, stockShareBp, stopLossBp, cap } = copy
  const isOpen = copy.state === 'following'
  const rows = [
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
            onPress={isOpen ? onChange : undefined}
          />
        ))}
      </Card>
    </Section>
  )
}

const Actions = ({ copy, onOpen }: { readonly copy: Copy; readonly onOpen: (layer: Layer) => void }) => {
  const all = copyTradingTexts.use()
  const texts = all.copy
  const key = useRef(newIdempotencyKey())
  const { run, busy } = useOnce(async () => {
    const isPaused = !copy.isPaused
    const answer = await call(
      '/copy-trading/pause',
      { copyId: copy.copyId, isPaused },
      { idempotencyKey: key.current },
    )
    // After a lost answer the next press is the same request; otherwise a new one.
    if (answer.ok || answer.why === 'refused') key.current = newIdempotencyKey()
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

const Stop = ({ copy, open, onClose }: EndProps) => {
  const texts = copyTradingTexts.use().stopping
  const key = useRef(newIdempotencyKey())
  const stop = async (): Promise<boolean> => {
    const answer = await call('/copy-trading/stop', { copyId: copy.copyId }, { idempotencyKey: key.current })
    await copiesMoved()
    return answer.ok
  }
  return (
    <CancelDialog open={open} onClose={onClose} texts={texts} onCancel={stop}>
      {texts.text(copy.mentor.name, cash(copy.held))}
    </CancelDialog>
  )
}
