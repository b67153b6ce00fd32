import { Button, Dialog, useOnce } from '@fairlot/ui'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { dayTradingTexts } from '../texts/index.ts'

interface Props {
  readonly positionId: string
  readonly rate: string
  readonly onClose: () => void
  readonly onKept: () => void
}

/** Asks for confirmation: a day trade becomes an ordinary position and can never be a day trade again. */
export const KeepDialog = ({ positionId, rate, onClose, onKept }: Props) => {
  const texts = dayTradingTexts.use().open
  const { run, busy } = useOnce(async () => {
    const answer = await call('/day-trading/keepOvernight', { positionId })
    await refresh('/positions/listPositions', '/positions/readPosition', '/day-trading/status')
    onClose()
    if (answer.ok) onKept()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.keepTitle}
      icon="clock"
      actions={
        <>
          <Button wide loading={busy} onPress={run}>
            {texts.keepYes}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.keepNo}
          </Button>
        </>
      }
    >
      {texts.keepText(rate)}
    </Dialog>
  )
}
