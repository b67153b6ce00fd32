import { useNavigate } from '@fairlot/app-shell/router'
import { FALLBACK_PATH } from './back.ts'
import { takeReturnTo } from './session.ts'

/**
 * Goes to the page that required the sign-in, otherwise to the fallback; the login screens are removed from the
 * history.
 */
export const useAfterSignIn = (): (() => void) => {
  const navigate = useNavigate()
  return () => navigate(takeReturnTo(FALLBACK_PATH), { replace: true })
}
