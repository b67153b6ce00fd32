import { Icon } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useMe } from '#shell/session.ts'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

const DECLINED = 'console-passkey-declined'

/** For an operator without a passkey, until they add one or decline in this browser. */
export function PasskeyOffer() {
  const texts = homeTexts.use().offer
  const me = useMe()
  const [isDeclined, setDeclined] = useState(() => localStorage.getItem(DECLINED) !== null)
  if (me == null || me.passkeys > 0 || isDeclined) return null
  return (
    <section className={styles.offer} aria-label={texts.title}>
      <Icon name="passkey" size={1.25} />
      <p>
        <b>{texts.title}</b>
        <small>{texts.text}</small>
      </p>
      <ConsoleButton
        kind="text"
        small
        onPress={() => {
          localStorage.setItem(DECLINED, '1')
          setDeclined(true)
        }}
      >
        {texts.later}
      </ConsoleButton>
      <a className={styles.decide} href="#/account">
        {texts.add}
      </a>
    </section>
  )
}
