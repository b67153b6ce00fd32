// Price alerts of one instrument: set one, see the others, turn them off, remove them. The server stores and triggers
// them.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { tickAt } from '@fairlot/rules/instruments'
import { Button, Note, PriceCell, Segments, SkeletonRows, Stepper, useOnce } from '@fairlot/ui'
import { useState } from 'react'
import {
  nameIn,
  priceText,
  readingOf,
  signedPercentText,
  useRow,
  useRows,
  type LiveRow,
} from '#features/market-data'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { AlertRow } from './AlertRow.tsx'
import { boundsOf, isThere, moveThreshold, priceNow, proposed, readThreshold } from './alert-terms.ts'
import { manageTexts } from './texts/index.ts'
import { thresholdText } from '../threshold-text.ts'
import type { Alert } from '../use-alerts.ts'
import styles from './AlertForm.module.css'

interface Props {
  readonly row: Pick<QuoteRow, 'symbol' | 'nameTw' | 'nameEn' | 'kind'>
}

/** The content of the sheet. It loads when the sheet is first opened. */
export const AlertForm = ({ row }: Props) => {
  const { loading } = shellTexts.use()
  useRows([row.symbol])
  const live = useRow(row.symbol)
  return live === undefined ? <SkeletonRows label={loading} count={3} /> : <Form row={row} live={live} />
}

const Form = ({ row, live }: Props & { live: LiveRow }) => {
  const texts = manageTexts.use().alert
  const language = useLanguage()
  const [kind, setKind] = useState<Alert['kind']>('rises-to')
  const [repeat, setRepeat] = useState<Alert['repeat']>('once')
  const [threshold, setThreshold] = useState(() => proposed('rises-to', row.kind, live))
  const [key, setKey] = useState(newIdempotencyKey)
  const isReached = isThere(kind, threshold, live)
  const what = texts.reach(kind, thresholdText(kind, threshold))
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/favourites/addAlert',
      { symbol: row.symbol, kind, threshold, repeat },
      { idempotencyKey: key },
    )
    // The next alert is a new request; a failed one can be retried with its own key.
    if (answer.ok || answer.why === 'refused') setKey(newIdempotencyKey())
    if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
    await refresh('/favourites/listAlerts')
  })
  const reading = readingOf(live)
  return (
    <div className={styles.body}>
      <p className={styles.subject}>
        {nameIn(language, row)} <span className="num">{row.symbol}</span>
        <PriceCell direction={reading.direction} text={priceText(reading.price)} />
      </p>
      <Segments
        label={texts.kind}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setThreshold(proposed(next, row.kind, live))
        }}
        items={(['rises-to', 'falls-to', 'moves'] as const).map((value) => ({
          value,
          label: texts.kinds[value],
        }))}
      />
      <div>
        <ThresholdStepper
          key={kind}
          kind={kind}
          instrument={row.kind}
          live={live}
          value={threshold}
          onChange={setThreshold}
        />
      </div>
      <div>
        <p className={styles.label}>{texts.repeat}</p>
        <Segments
          label={texts.repeat}
          value={repeat}
          onChange={setRepeat}
          items={(['once', 'daily'] as const).map((value) => ({ value, label: texts.repeats[value] }))}
        />
      </div>
      <Mine symbol={row.symbol} live={live} />
      <Note>{texts.note}</Note>
      <div className={styles.submit}>
        <Button wide loading={busy} disabled={isReached} reason={texts.reached} onPress={run}>
          {texts.submit(what)}
        </Button>
      </div>
    </div>
  )
}

interface ThresholdProps {
  readonly kind: Alert['kind']
  readonly instrument: QuoteRow['kind']
  readonly live: LiveRow
  readonly value: number
  readonly onChange: (value: number) => void
}

const ThresholdStepper = ({ kind, instrument, live, value, onChange }: ThresholdProps) => {
  const texts = manageTexts.use().alert
  const bounds = boundsOf(kind, live)
  const now = priceNow(live)
  const hint =
    kind === 'moves'
      ? texts.both
      : value === now
        ? ''
        : (value > now ? texts.above : texts.below)(
            priceText(Math.abs(value - now)),
            signedPercentText(value, now),
          )
  return (
    <Stepper
      label={kind === 'moves' ? texts.move : texts.price}
      value={value}
      onChange={onChange}
      min={bounds.min}
      max={bounds.max}
      move={(from, way) => moveThreshold(kind, instrument, from, way)}
      format={(shown) => thresholdText(kind, shown)}
      parse={(text) => readThreshold(kind, instrument, text)}
      texts={
        kind === 'moves' ? { less: texts.less, more: texts.more } : { less: texts.lower, more: texts.higher }
      }
      hint={
        <>
          <span>{kind === 'moves' ? texts.step : texts.tick(priceText(tickAt(instrument, value)))}</span>
          <span>{hint}</span>
        </>
      }
    />
  )
}

const Mine = ({ symbol, live }: { readonly symbol: string; readonly live: LiveRow }) => {
  const texts = manageTexts.use().alert
  const alerts = useRead('/favourites/listAlerts', { symbol }, { quiet: true })
  return (
    <div>
      <p className={styles.label}>
        {texts.mine}
        {alerts.data === undefined ? null : (
          <span className="num">
            {alerts.data.alerts.length}／{alerts.data.max}
          </span>
        )}
      </p>
      {alerts.data?.alerts.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul>
        {alerts.data?.alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} live={live} />
        ))}
      </ul>
    </div>
  )
}
