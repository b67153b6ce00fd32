// Instead of every page while the session is locked. It asks for face or fingerprint once by itself.

import { Button, Screen, ScreenBody, SignedOut, TextLink } from '@fairlot/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
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
    void navigate('/login/reLogin', { replace: true })
    lock.leave()
  }
  const text =
    result === 'refused' || result === 'lost'
      ? texts[result]
      : texts.text(maskAccount(rememberedAccount() ?? ''))
  return (
    <Screen>
      <ScreenBody fill>
        <SignedOut
          title={texts.title}
          text={<span role="status">{text}</span>}
          action={
            <div className={styles.ways}>
              {result === 'lost' ? null : (
                <Button icon="passkey" loading={busy} onPress={() => void open()}>
                  {texts.open}
                </Button>
              )}
              <TextLink onPress={usePassword}>{texts.password}</TextLink>
            </div>
          }
        />
      </ScreenBody>
    </Screen>
  )
}
