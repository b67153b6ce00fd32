import { useState } from 'react'
import type { Failed } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'

export type Sent<Data> = { readonly ok: true; readonly data: Data } | Failed

export interface Sending<Data> {
  /** Undefined when the form itself already shows what is missing. */
  readonly onSend: () => Promise<Sent<Data>> | undefined
  readonly onDone: (data: Data) => Promise<void> | void
  /** Shows the failure at a field. Without it `failure` holds the text. */
  readonly onFailed?: ((text: string) => void) | undefined
}

/** Sends a form once at a time and says why it failed. */
export function useSend<Data>({ onSend, onDone, onFailed }: Sending<Data>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = async () => {
    if (isBusy) return
    const asked = onSend()
    if (asked === undefined) return
    setBusy(true)
    setFailure(undefined)
    const answer = await asked
    setBusy(false)
    if (answer.ok) return onDone(answer.data)
    const text = await failureText(answer)
    if (onFailed === undefined) setFailure(text)
    else onFailed(text)
  }
  return { isBusy, failure, send }
}
