import { Button, Note } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { catalogueTexts } from '#shell/catalogue.ts'
import styles from './Auth.module.css'
import { useBlockedSignIn } from './blocked-sign-in.ts'
import { authTexts } from './texts/index.ts'

/** After a blocked sign-in: the restriction, and the way to its reason and the appeal. */
export const BlockedNote = () => {
  const blocked = useBlockedSignIn()
  const t = authTexts.use().blocked
  const messages = catalogueTexts.use()
  const navigate = useNavigate()
  if (blocked === null) return null
  return (
    <Note tone="warn" icon="lock" role="alert" className={styles.blocked}>
      <b className={styles.blockedBy}>{messages[blocked.msg]}</b>
      {t.text}
      <Button
        kind="outline"
        wide
        className={styles.appeal}
        onPress={() => navigate('/login/login?view=restrictions')}
      >
        {t.appeal}
      </Button>
    </Note>
  )
}
