import { Button, Sheet, useOnce } from '@fairlot/ui'
import { useRef } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { copiesMoved, type Copy } from './copy.ts'
import { SettingsFields, useSettings } from './Settings.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface Props {
  readonly copy: Copy
  readonly onClose: () => void
}

/** Changes the limits of a copy that runs. */
export const ChangeSheet = ({ copy, onClose }: Props) => {
  const texts = copyTradingTexts.use().settings
  const shell = shellTexts.use()
  const amount = BigInt(copy.amount)
  const settings = useSettings(copy, amount)
  const key = useRef(newIdempotencyKey())
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/copy-trading/change',
      { copyId: copy.copyId, ...settings.chosen },
      { idempotencyKey: key.current },
    )
    if (!answer.ok && answer.why !== 'refused') return
    // A refusal shows that the copy is not what is on the screen.
    await copiesMoved()
    if (answer.ok) showToast({ text: texts.saved, tone: 'done' })
    onClose()
  })
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.edit}
      closeLabel={shell.close}
      footer={
        <Button wide loading={busy} disabled={settings.problem !== undefined} onPress={run}>
          {texts.save}
        </Button>
      }
    >
      <div className={styles.panel}>
        <SettingsFields amount={amount} settings={settings} />
        <p className={styles.small}>{texts.next}</p>
      </div>
    </Sheet>
  )
}
