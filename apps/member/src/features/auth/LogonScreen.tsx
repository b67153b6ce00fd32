import { useSearch } from '#shell/search.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { Recovery } from './recovery/Recovery.tsx'

/** This path has two screens: signing in by passkey alone, and the forgotten password. */
export const LogonScreen = () => {
  const search = useSearch()
  return search.get('do') === 'sign-in' ? <PasskeySignIn /> : <Recovery />
}
