import { useNavigate } from 'react-router'
import { FALLBACK_PATH } from './back.ts'
import { takeReturnTo } from './session.ts'

/** Goes to the page that asked for the sign-in, else to the fallback; the login screens leave the history. */
export const useAfterSignIn = (): (() => void) => {
  const navigate = useNavigate()
  return () => void navigate(takeReturnTo(FALLBACK_PATH), { replace: true })
}
