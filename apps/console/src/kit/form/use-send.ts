import { useRef, useState } from 'react'
import type { Failed } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'

/** A step before the call failed, such as a passkey dialog that was closed. */
interface Stopped {
  readonly ok: false
  readonly why: 'stopped'
  readonly text: string
}

export type Sent<Data> = { readonly ok: true; readonly data: Data } | Failed | Stopped

export interface Sending<Data> {
  /** Returns undefined when the form itself already shows what is wrong. */
  readonly onSend: () => Promise<Sent<Data> | undefined> | undefined
  readonly onDone: (data: Data) => Promise<void> | void
  /** Shows the failure at a field. Without it `failure` holds the text. */
  readonly onFailed?: ((text: string) => void) | undefined
  /** What is sent, as text: once it changes, the failure of the last attempt no longer shows. */
  readonly of?: string | undefined
}

/** Sends a form once at a time and says why it failed. */
export function useSend<Data>({ onSend, onDone, onFailed, of }: Sending<Data>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ readonly text: string; readonly of: string | undefined }>()
  // The state is of the last drawing; two presses can come before the next.
  const isSending = useRef(false)
  const send = async () => {
    if (isSending.current) return
    const asked = onSend()
    if (asked === undefined) return
    isSending.current = true
    setBusy(true)
    setFailure(undefined)
    const answer = await asked.finally(() => {
      isSending.current = false
      setBusy(false)
    })
    if (answer === undefined) return
    if (answer.ok) return onDone(answer.data)
    const text = answer.why === 'stopped' ? answer.text : await failureText(answer)
    if (onFailed === undefined) setFailure({ text, of })
    else onFailed(text)
  }
  return { isBusy, failure: failure?.of === of ? failure?.text : undefined, send }
}
