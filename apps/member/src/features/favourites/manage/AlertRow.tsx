import { IconButton, StatusChip, Switch, useOnce } from '@fairlot/ui'
import { priceText, type LiveRow } from '#features/market-data'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { priceNow } from './alert-terms.ts'
import { manageTexts } from './texts/index.ts'
import { thresholdText } from '../threshold-text.ts'
import type { Alert } from '../use-alerts.ts'
import styles from './AlertForm.module.css'

export const AlertRow = ({ alert, live }: { alert: Alert; live: LiveRow }) => {
  const texts = manageTexts.use().alert
  const moment = useMoment()
  const change = useOnce(async (on: boolean) => {
    await call('/favourites/switchAlert', { alert: alert.id, on })
    await refresh('/favourites/listAlerts')
  })
  const removal = useOnce(async () => {
    await call('/favourites/removeAlert', { alert: alert.id })
    await refresh('/favourites/listAlerts')
  })
  const what = texts.reach(alert.kind, thresholdText(alert.kind, alert.threshold))
  const repeat = texts.repeats[alert.repeat]
  const caption =
    alert.firedAt !== null
      ? texts.firedAt(moment(alert.firedAt))
      : alert.state === 'off'
        ? texts.off
        : alert.kind === 'moves'
          ? repeat
          : texts.away(repeat, priceText(Math.abs(alert.threshold - priceNow(live))))
  return (
    <li className={styles.alert}>
      <span className={styles.texts}>
        <span className={styles.what}>{what}</span>
        <span className={styles.caption}>{caption}</span>
      </span>
      {alert.state === 'done' ? (
        <StatusChip>{texts.finished}</StatusChip>
      ) : (
        <Switch
          label={texts.toggle(what)}
          checked={alert.state === 'waiting'}
          onChange={(on) => change.run(on)}
        />
      )}
      <IconButton name="trash" size={1.125} label={texts.remove(what)} onPress={removal.run} />
    </li>
  )
}
