// The session-expired flow: figures are removed, not blurred; a dialog says what happened and what did not; after 1500
// ms it continues on its own.

import { useEffect, useEffectEvent } from 'react'
import { Bar, Button, Dialog, Screen, ScreenBody, SkeletonRows } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { leaveExpired, REDIRECT_MS } from './expiry.ts'
import type { Place } from './route.ts'
import { rememberedAccount } from './session.ts'
import { shellTexts } from './texts/index.ts'
import styles from './ExpiredPage.module.css'

export const ExpiredPage = ({ place }: { place: Place | undefined }) => {
  const texts = shellTexts.use()
  const navigate = useNavigate()
  const moveOn = () => {
    leaveExpired()
    navigate(rememberedAccount() === null ? '/login/login' : '/login/reLogin', { replace: true })
  }
  const onTime = useEffectEvent(moveOn)
  useEffect(() => {
    const timer = setTimeout(() => onTime(), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Screen>
      <Bar title={texts.titles[place?.title ?? 'userCenter']} root={place?.tab !== undefined} />
      <ScreenBody>
        <SkeletonRows label={texts.loading} count={7} />
      </ScreenBody>
      <Dialog
        open
        onClose={moveOn}
        role="alertdialog"
        dismissable={false}
        icon="lock"
        title={texts.expired.title}
        progressMs={REDIRECT_MS}
        actions={
          <>
            <Button kind="primary" wide onPress={moveOn}>
              {texts.expired.action}
            </Button>
            <p className={styles.next}>{texts.expired.next}</p>
          </>
        }
      >
        {texts.expired.text}
        <br />
        {texts.expired.safe}
      </Dialog>
    </Screen>
  )
}
