// The end of a copy: what is held returns, and its shares are sold or kept. It is asked once.

import type { DataOf } from '@fairlot/contract'
import { Button, Choices, Sheet, useOnce } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { cash, copiesMoved, countText, type ReadCopy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import type { CopyTradingTexts } from './texts/tw.ts'
import styles from './CopyTrading.module.css'

interface Props extends Pick<ReadCopy, 'copy' | 'positions'> {
  readonly onClose: () => void
}

type How = 'keep' | 'sell'

const doneText = (
  texts: CopyTradingTexts['stopping'],
  how: How | undefined,
  { selling, kept }: DataOf<'/copy-trading/stop'>,
): string => {
  if (selling === 0 && kept === 0) return texts.done
  if (how === 'keep') return texts.doneKept(countText(kept))
  if (kept === 0) return texts.doneSelling(countText(selling))
  return selling === 0
    ? texts.doneLater(countText(kept))
    : texts.doneBoth(countText(selling), countText(kept))
}

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
        text: doneText(texts, how, answer.data),
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
        <div>
          <p>{texts.text(copy.mentor.name)}</p>
          {copy.held === '0' ? null : <p>{texts.released(cash(copy.held))}</p>}
        </div>
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
