import type { BodyOf } from '@fairlot/contract'
import { useRef, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { toastMessage } from '#shell/toasts.ts'
import { dropDraft } from './draft.ts'

/** Sends an application once. `onRefused` gets the field and the text of a refusal. */
export const useSubmitIdentity = (onRefused: (field: string | undefined, text: string) => void) => {
  const [busy, setBusy] = useState(false)
  // The same form after a lost answer is the same application; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  const submit = async (body: BodyOf<'/identity/submit'>) => {
    if (busy) return
    setBusy(true)
    const answer = await call('/identity/submit', body, { idempotencyKey: key.current })
    if (answer.ok) {
      dropDraft()
      void toastMessage('done.identity-sent')
      await refresh('/identity/status', '/members/profile')
    } else if (answer.why === 'refused') {
      key.current = newIdempotencyKey()
      onRefused(answer.field, await messageText(answer.msg, answer.params))
    }
    setBusy(false)
  }
  return { busy, submit }
}
