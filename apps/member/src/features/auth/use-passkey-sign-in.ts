import { useOnce } from '@fairlot/ui'
import { call } from '#shell/client.ts'
import { toastHelper } from '#shell/toasts.ts'
import { dropBlockedSignIn, keepBlockedSignIn } from './blocked-sign-in.ts'
import { askPasskey } from './passkey.ts'
import { authTexts } from './texts/index.ts'
import { useSignedIn } from './use-signed-in.ts'

interface Options {
  /** The agreed version, or undefined when the form already shows what is missing. */
  readonly agreementVersion: () => Promise<string | undefined>
  /** Set: the passkey is the second factor of this sign-in. Absent: it is the whole sign-in. */
  readonly challengeId?: string
  readonly onRefused?: (msg: string) => void
}

export const usePasskeySignIn = ({ agreementVersion, challengeId, onRefused }: Options) => {
  const signedIn = useSignedIn()
  const texts = authTexts.use()
  return useOnce(async () => {
    const version = await agreementVersion()
    if (version === undefined) return
    dropBlockedSignIn()
    const begun = await call('/auth/beginPasskeySignIn', challengeId === undefined ? {} : { challengeId })
    if (!begun.ok) {
      if (begun.why === 'refused') onRefused?.(begun.msg)
      return
    }
    const asked = await askPasskey(begun.data.options)
    if (!asked.ok) {
      toastHelper(texts.passkey[asked.why])
      return
    }
    const { ceremonyId } = begun.data
    const done = await call('/auth/finishPasskeySignIn', {
      ceremonyId,
      response: asked.response,
      agreementVersion: version,
    })
    if (done.ok) signedIn(done.data, done.msg)
    else if (done.why === 'refused') {
      keepBlockedSignIn(done)
      onRefused?.(done.msg)
    }
  })
}
