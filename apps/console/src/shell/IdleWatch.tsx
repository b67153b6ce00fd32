// Warns two minutes before the fifteen are over, and signs out when nobody answers.

import { Dialog } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import {
  IDLE_MS,
  idleFor,
  idleWarning,
  noteInput,
  quietFor,
  TOUCH_MS,
  WARN_MS,
  watchHands,
} from './activity.ts'
import { call } from './client.ts'
import { signOut } from './sign-out.ts'
import { useStore } from '@fairlot/ui/store'
import { shellTexts } from './texts/index.ts'

const CHECK_MS = 1_000

export function IdleWatch() {
  const texts = shellTexts.use().idle
  const isWarning = useStore(idleWarning)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    noteInput()
    const stop = watchHands()
    const timer = setInterval(() => {
      const idle = idleFor()
      if (idle >= IDLE_MS) {
        idleWarning.set(false)
        void signOut()
        return
      }
      idleWarning.set(idle >= WARN_MS)
      if (idle >= WARN_MS) setLeft(Math.ceil((IDLE_MS - idle) / 1000))
      // Somebody works here without a call, such as on a long note: the server must know.
      else if (idle < TOUCH_MS && quietFor() > TOUCH_MS) void call('/operators/me', {})
    }, CHECK_MS)
    return () => {
      stop()
      clearInterval(timer)
      idleWarning.set(false)
    }
  }, [])
  const stay = () => {
    idleWarning.set(false)
    noteInput()
    void call('/operators/me', {})
  }
  return (
    <Dialog
      open={isWarning}
      onClose={stay}
      role="alertdialog"
      tone="warn"
      icon="clock"
      title={texts.title}
      actions={
        <>
          <DeskButton onPress={stay}>{texts.stay}</DeskButton>
          <DeskButton kind="outline" onPress={() => void signOut()}>
            {texts.leave}
          </DeskButton>
        </>
      }
    >
      {texts.text(left)}
    </Dialog>
  )
}
