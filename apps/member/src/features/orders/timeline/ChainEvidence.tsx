import type { DataOf } from '@fairlot/contract'
import { type ChainFault, type Head, type Sha256, walkSteps } from '@fairlot/proof'
import { Button, Evidence, Hash, useOnce } from '@fairlot/ui'
import { useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { timelineTexts } from './texts/index.ts'
import styles from './OrderTimeline.module.css'

const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** The chain of the steps, recomputed on this phone when asked, and everything needed to do it elsewhere. */
export const ChainEvidence = ({ data }: { readonly data: DataOf<'/orders/readOrder'> }) => {
  const texts = timelineTexts.use().evidence
  const { copy } = shellTexts.use()
  const { order, steps } = data
  const [found, setFound] = useState<{ readonly of: number; readonly result: Head | ChainFault }>()
  const { run, busy } = useOnce(async () => {
    setFound({ of: steps.length, result: await walkSteps(sha256, order.orderId, steps) })
  })
  const head = steps.at(-1)?.hash ?? ''
  // A step that came since has not been recomputed.
  const result = found?.of === steps.length ? found.result : undefined
  const isBroken = result !== undefined && 'fault' in result
  const verdict =
    result === undefined
      ? texts.linked(steps.length)
      : 'fault' in result
        ? texts.broken(String(result.sequence))
        : texts.same(steps.length)
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = texts.file(order.orderId)
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 0)
  }
  return (
    <div className={styles.evidence}>
      <Evidence title={texts.title} verdict={verdict} tone={isBroken ? 'crit' : 'ok'}>
        <p className={styles.text}>{isBroken ? texts.brokenText : texts.text}</p>
        <Hash text={`${head.slice(0, 8)} … ${head.slice(-8)}`} full={head} copy={copy} />
        <div className={styles.buttons}>
          <Button kind="quiet" loading={busy} onPress={run}>
            {texts.check}
          </Button>
          <Button kind="quiet" onPress={save}>
            {texts.save}
          </Button>
        </div>
      </Evidence>
    </div>
  )
}
