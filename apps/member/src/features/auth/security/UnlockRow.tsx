// In the native wrapper: opening the kept session with face or fingerprint.

import { Row, Switch } from '@fairlot/ui'
import { useStore } from '@fairlot/ui/store'
import { useState } from 'react'
import type { Unlock } from '#shell/native/port.ts'
import { toastHelper } from '#shell/toasts.ts'
import { securityTexts } from './texts/index.ts'

export const UnlockRow = ({ unlock }: { readonly unlock: Unlock }) => {
  const texts = securityTexts.use().overview
  const isOn = useStore(unlock.isOn)
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    if (!on) await unlock.turnOff()
    else if (!(await unlock.turnOn())) toastHelper(texts.unlockRefused)
    setBusy(false)
  }
  return (
    <Row
      icon="lock"
      title={texts.unlock}
      caption={texts.unlockCaption}
      trailing={
        <Switch label={texts.unlock} checked={isOn} disabled={busy} onChange={(on) => void change(on)} />
      }
    />
  )
}
