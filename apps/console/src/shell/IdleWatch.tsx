// Warns two minutes before the fifteen minutes are over, and signs out without an answer.

import { Dialog } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
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
        void signOut('ended')
        return
      }
      idleWarning.set(idle >= WARN_MS)
      if (idle >= WARN_MS) setLeft(Math.ceil((IDLE_MS - idle) / 1000))
      // The operator is active without a call, for example on a long note: the server must know.
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
          <ConsoleButton onPress={stay}>{texts.stay}</ConsoleButton>
          <ConsoleButton kind="outline" onPress={() => void signOut()}>
            {texts.leave}
          </ConsoleButton>
        </>
      }
    >
      {texts.text(left)}
    </Dialog>
  )
}
