import { Button, Keypad, LinkButton, Note, PinInput, Sheet } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { dayTradingTexts } from '../texts/index.ts'
import styles from './Applied.module.css'

const LENGTH = 6

interface Props {
  readonly onClose: () => void
  readonly onPassed: () => void
}

/** The member signs the statement with the fund password. */
export const SignSheet = ({ onClose, onPassed }: Props) => {
  const texts = dayTradingTexts.use().apply
  const shell = shellTexts.use()
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const security = useRead('/auth/securityOverview', {}, { quiet: true })
  // Said before six digits are typed that cannot be right.
  const unset = isRefused || security.data?.fundPasswordSet === false
  // A retry after a lost answer is the same request; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())

  const type = (next: string) => {
    setPin(next.slice(0, LENGTH))
    setError(undefined)
  }
  const sign = async () => {
    if (busy || pin.length !== LENGTH) return
    setBusy(true)
    const answer = await call(
      '/day-trading/apply',
      { read: true, fundPassword: pin },
      { idempotencyKey: key.current },
    )
    setBusy(false)
    if (answer.ok) {
      await refresh('/day-trading/status', '/orders/terms')
      if (answer.msg !== '') void toastMessage(answer.msg)
      onClose()
      if (answer.data.state === 'passed') onPassed()
      return
    }
    setPin('')
    if (answer.why !== 'refused') return
    key.current = newIdempotencyKey()
    if (answer.msg === 'password.fund-not-set') setRefused(true)
    else setError(await messageText(answer.msg, answer.params))
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.sheet}
      closeLabel={shell.close}
      footer={
        unset ? (
          <LinkButton wide href="/user/setPassword">
            {texts.setPin}
          </LinkButton>
        ) : undefined
      }
    >
      {unset ? (
        <Note tone="warn">{texts.noPin}</Note>
      ) : (
        <div className={styles.sign}>
          <p className={styles.lead}>{texts.signing}</p>
          <PinInput label={texts.pin} value={pin} onChange={type} error={error} autoFocus />
          <Button wide loading={busy} disabled={pin.length !== LENGTH} onPress={() => void sign()}>
            {texts.send}
          </Button>
          <div className={styles.padRoom} />
          <Keypad
            label={texts.pad}
            deleteLabel={texts.deleteDigit}
            onDigit={(digit) => type(pin + digit)}
            onDelete={() => type(pin.slice(0, -1))}
          />
        </div>
      )}
    </Sheet>
  )
}
