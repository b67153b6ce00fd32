import { Button, Keypad, LinkButton, Note, PinInput, Sheet, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { fundComponentsTexts } from './texts/index.ts'
import styles from './Components.module.css'

const LENGTH = 6

/** `close`: it is done, or the screen below shows what is wrong. */
export type PinVerdict = 'close' | 'unset' | { readonly error: string }

interface Props {
  readonly lead: string
  readonly onClose: () => void
  readonly onSend: (fundPassword: string) => Promise<PinVerdict>
}

/** Asks for the six digits required for every money movement. */
export const FundPasswordSheet = ({ lead, onClose, onSend }: Props) => {
  const texts = fundComponentsTexts.use().pin
  const shell = shellTexts.use()
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [unset, setUnset] = useState(false)
  const type = (next: string) => {
    if (busy) return
    setPin(next.slice(0, LENGTH))
    setError(undefined)
  }
  const send = async () => {
    if (busy || pin.length !== LENGTH) return
    setBusy(true)
    const verdict = await onSend(pin)
    setBusy(false)
    setPin('')
    if (verdict === 'close') onClose()
    else if (verdict === 'unset') setUnset(true)
    else setError(verdict.error)
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title}
      closeLabel={shell.close}
      footer={
        unset ? (
          <LinkButton wide href="/user/setPassword">
            {texts.set}
          </LinkButton>
        ) : undefined
      }
    >
      {unset ? (
        <Note tone="warn">{texts.unset}</Note>
      ) : (
        <div className={styles.sign}>
          <p className={styles.lead}>{lead}</p>
          <PinInput label={texts.label} value={pin} onChange={type} error={error} autoFocus />
          <Button wide loading={busy} disabled={pin.length !== LENGTH} onPress={() => void send()}>
            {texts.send}
          </Button>
          <div className={styles.forgot}>
            <TextLink href="/user/setPassword">{texts.forgot}</TextLink>
          </div>
          <div className={styles.padRoom} />
          <Keypad
            label={texts.keypad}
            deleteLabel={texts.deleteDigit}
            onDigit={(digit) => type(pin + digit)}
            onDelete={() => type(pin.slice(0, -1))}
          />
        </div>
      )}
    </Sheet>
  )
}
