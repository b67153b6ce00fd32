// Instead of every page while the session is locked. It asks for face or fingerprint once by itself.

import { Button, Icon, Screen, ScreenBody } from '@fairlot/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { maskAccount } from '../mask-account.ts'
import { rememberedAccount, rememberReturnTo } from '../session.ts'
import { nativeTexts } from './texts/index.ts'
import type { Opened, SessionLock } from './unlock.ts'
import styles from './LockPage.module.css'

export const LockPage = ({ lock }: { readonly lock: SessionLock }) => {
  const texts = nativeTexts.use().locked
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Opened>()
  const open = async () => {
    setBusy(true)
    setResult(await lock.open())
    setBusy(false)
  }
  const openOnce = useEffectEvent(open)
  useEffect(() => void openOnce(), [])
  const usePassword = () => {
    rememberReturnTo(window.location.hash.slice(1))
    navigate('/login/reLogin', { replace: true })
    lock.leave()
  }
  return (
    <Screen>
      <ScreenBody fill>
        <section className={styles.page}>
          <span className={styles.sign}>
            <Icon name="lock" size={2.25} />
          </span>
          <h1 className="title-1">{texts.title}</h1>
          <p className={styles.account}>{maskAccount(rememberedAccount() ?? '')}</p>
          <p className={styles.text} role="status">
            {result === 'refused' || result === 'lost' ? texts[result] : texts.text}
          </p>
          {result === 'lost' ? null : (
            <Button wide icon="passkey" loading={busy} onPress={() => void open()}>
              {texts.open}
            </Button>
          )}
          <Button wide kind={result === 'lost' ? 'primary' : 'quiet'} onPress={usePassword}>
            {texts.password}
          </Button>
        </section>
      </ScreenBody>
    </Screen>
  )
}
