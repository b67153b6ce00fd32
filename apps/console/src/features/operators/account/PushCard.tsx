import { pushState } from '@fairlot/app-shell/push'
import { Icon, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { refresh, useRead } from '#shell/data.ts'
import { showToast } from '#shell/messages.ts'
import { turnPushOff, turnPushOn } from './push.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

/** Push of urgent reviews to this browser; off until the operator turns it on. */
export function PushCard() {
  const texts = accountTexts.use().push
  const read = useRead('/operators/pushKey', {})
  const [isBusy, setBusy] = useState(false)
  const change = async (isOn: boolean, publicKey: string) => {
    setBusy(true)
    const isDone = isOn ? await turnPushOff() : await turnPushOn(publicKey)
    if (!isDone) showToast({ text: texts.failed, tone: 'crit' })
    await refresh('/operators/pushKey')
    setBusy(false)
  }
  return (
    <section className={styles.card} aria-label={texts.title}>
      <Answered read={read}>
        {({ publicKey, isSubscribed }) => {
          const state = publicKey === null ? 'unsupported' : pushState(isSubscribed)
          const isOn = state === 'on'
          return (
            <>
              <div className={styles.head}>
                <h2>{texts.title}</h2>
                {state === 'on' || state === 'off' ? (
                  <ConsoleButton
                    small
                    kind={isOn ? 'outline' : 'primary'}
                    loading={isBusy}
                    onPress={() => void change(isOn, publicKey ?? '')}
                  >
                    {isOn ? texts.turnOff : texts.turnOn}
                  </ConsoleButton>
                ) : null}
              </div>
              <p className={styles.lead}>{texts.lead}</p>
              <ul className={styles.rows}>
                <li>
                  <Icon name="bell" size={1.25} />
                  <span>
                    {texts.here}
                    <small>{texts.help[state]}</small>
                  </span>
                  <StatusChip tone={isOn ? 'brand' : 'neutral'}>{texts.states[state]}</StatusChip>
                </li>
              </ul>
            </>
          )
        }}
      </Answered>
    </section>
  )
}
