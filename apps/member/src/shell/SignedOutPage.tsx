import { Button, SignedOut, TextLink } from '@fairlot/ui'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { RouteScreen } from './RouteScreen.tsx'
import { rememberReturnTo } from './session.ts'
import { shellTexts } from './texts/index.ts'
import styles from './SignedOutPage.module.css'

/** A member's page without a signed-in member: asks to log in and is shown again afterwards. */
export const SignedOutPage = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const texts = shellTexts.use().signedOut
  const go = (path: string) => {
    rememberReturnTo(pathname + search)
    navigate(path)
  }
  return (
    <RouteScreen fill>
      <SignedOut
        title={texts.title}
        text={texts.text}
        action={
          <div className={styles.ways}>
            <Button onPress={() => go('/login/login')}>{texts.action}</Button>
            <TextLink onPress={() => go('/login/register')}>{texts.register}</TextLink>
          </div>
        }
      />
    </RouteScreen>
  )
}
