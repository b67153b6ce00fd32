// The end of a copy: what is held returns, and its shares are sold or kept. It is asked once.

import { Button, Choices, Sheet, useOnce } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { cash, copiesMoved, countText, type ReadCopy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface Props extends Pick<ReadCopy, 'copy' | 'positions'> {
  readonly onClose: () => void
}

type How = 'keep' | 'sell'

export const StopSheet = ({ copy, positions, onClose }: Props) => {
  const texts = copyTradingTexts.use().stopping
  const { close } = shellTexts.use()
  const open = positions.filter(({ shares }) => shares > 0).length
  const [how, setHow] = useState<How>()
  const key = useRef(newIdempotencyKey())
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/copy-trading/stop',
      { copyId: copy.copyId, how: how ?? 'keep' },
      { idempotencyKey: key.current },
    )
    // After a lost answer the next press is the same request.
    if (!answer.ok && answer.why !== 'refused') return
    await copiesMoved()
    if (answer.ok)
      showToast({
        text:
          open === 0
            ? texts.done
            : how === 'sell'
              ? texts.doneSold(countText(answer.data.selling), countText(answer.data.kept))
              : texts.doneKept(countText(answer.data.kept)),
        tone: 'done',
      })
    onClose()
  })
  const needsChoice = open > 0 && how === undefined
  return (
    <Sheet
      open
      onClose={busy ? () => undefined : onClose}
      title={texts.title}
      closeLabel={close}
      footer={
        <div className={styles.actions}>
          <Button kind="quiet" disabled={busy} onPress={onClose}>
            {texts.no}
          </Button>
          <Button loading={busy} disabled={needsChoice} onPress={run}>
            {texts.yes}
          </Button>
        </div>
      }
    >
      <div className={styles.panel}>
        <p>{texts.text(copy.mentor.name, cash(copy.held))}</p>
        {open === 0 ? null : (
          <Choices
            label={texts.how}
            value={how}
            onChange={(next) => {
              key.current = newIdempotencyKey()
              setHow(next)
            }}
            items={[
              { value: 'sell', title: texts.sell(countText(open)), caption: texts.sellText },
              { value: 'keep', title: texts.keep(countText(open)), caption: texts.keepText },
            ]}
          />
        )}
      </div>
    </Sheet>
  )
}
