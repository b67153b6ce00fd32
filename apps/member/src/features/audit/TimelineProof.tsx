import { orderFile, type OrderStep, walkSteps } from '@fairlot/proof'
import { Button, Evidence, Hash } from '@fairlot/ui'
import { useCallback, useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { browserTools } from '@fairlot/app-shell/browser-tools'
import { saveJson } from './save-json.ts'
import { shortHash } from './short-hash.ts'
import { auditTexts } from './texts/index.ts'
import { useCheck } from './use-check.ts'
import styles from './Audit.module.css'

interface Props {
  readonly orderId: string
  /** As in the answer of /orders/readOrder. */
  readonly steps: readonly OrderStep[]
}

export const TimelineProof = ({ orderId, steps }: Props) => {
  const texts = auditTexts.use()
  const { copy } = shellTexts.use()
  const [showsTime, setShowsTime] = useState(false)
  const check = useCallback(() => walkSteps(browserTools.sha256, orderId, steps), [orderId, steps])
  const { checked, again } = useCheck(check)
  const reached = checked.state === 'done' ? checked.result : undefined
  const fault = reached !== undefined && 'fault' in reached ? reached : undefined
  const head = steps.at(-1)?.hash
  if (head === undefined) return null
  const verdict =
    checked.state === 'running'
      ? texts.standing.checking
      : checked.state === 'impossible'
        ? texts.standing.impossible
        : fault === undefined
          ? texts.linked(steps.length)
          : texts.standing.differs
  return (
    <Evidence title={texts.orderTitle} verdict={verdict} tone={fault === undefined ? 'ok' : 'crit'}>
      <p>{fault === undefined ? texts.chain : texts.broken(Number(fault.sequence))}</p>
      <Hash text={shortHash(head)} full={head} copy={copy} />
      {showsTime && checked.state === 'done' ? (
        <p className={styles.note}>{texts.took(Math.max(1, Math.round(checked.ms)))}</p>
      ) : null}
      <div className={styles.buttons}>
        <Button
          kind="quiet"
          small
          loading={checked.state === 'running'}
          onPress={() => {
            setShowsTime(true)
            again()
          }}
        >
          {texts.recompute}
        </Button>
        <Button
          kind="quiet"
          small
          onPress={() => saveJson(`fairlot-order-${orderId}.json`, orderFile(orderId, steps))}
        >
          {texts.download}
        </Button>
      </div>
    </Evidence>
  )
}
