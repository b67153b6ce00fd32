import { Button, Card, Icon, useOnce } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { setRiskLimits, useRiskLimits } from './use-risk-limits.ts'
import { hubTexts } from './texts/index.ts'
import styles from './RiskLimits.module.css'

/** Says that trading is stopped, who stopped it, and how to start it again. */
export const StoppedNote = () => {
  const texts = hubTexts.use()
  const moment = useMoment()
  const { data } = useRiskLimits()
  const { run, busy } = useOnce(async () => {
    await setRiskLimits({ dailyLossLimit: data?.dailyLossLimit ?? null, stopped: false })
  })
  if (data === undefined || data.stopped === null) return null
  const { at, by } = data.stopped
  return (
    <Card pad className={styles.stopped}>
      <div role="status">
        <p className={styles.title}>
          <Icon name="blocked" size={1.25} />
          {texts.stopped[by]}
        </p>
        <p className={styles.text}>{texts.stoppedText(moment(at))}</p>
      </div>
      <Button wide loading={busy} onPress={run}>
        {texts.start}
      </Button>
    </Card>
  )
}
