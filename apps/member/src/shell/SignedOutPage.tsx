import { LinkButton, SignedOut } from '@fairlot/ui'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { RouteScreen } from './RouteScreen.tsx'
import { rememberReturnTo } from './session.ts'
import { shellTexts } from './texts/index.ts'

/** A member's own page without a member: asks to log in, and is where he comes back to. */
export const SignedOutPage = () => {
  const { pathname, search } = useLocation()
  const texts = shellTexts.use().signedOut
  useEffect(() => rememberReturnTo(pathname + search), [pathname, search])
  return (
    <RouteScreen fill>
      <SignedOut
        title={texts.title}
        text={texts.text}
        action={<LinkButton href="/login/login">{texts.action}</LinkButton>}
      />
    </RouteScreen>
  )
}
