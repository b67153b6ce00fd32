import { Button, Icon, Note, TextLink } from '@fairlot/ui'
import { AgreementTick } from './AgreementTick.tsx'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { BlockedNote } from './BlockedNote.tsx'
import { authTexts } from './texts/index.ts'
import { useAgreement } from './use-agreement.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

export const PasskeySignIn = () => {
  const t = authTexts.use()
  const agreement = useAgreement()
  const signIn = usePasskeySignIn({
    agreementVersion: agreement.version,
    onRefused: (msg) => {
      if (msg === 'auth.agreement-changed') agreement.renew()
    },
  })
  return (
    <AuthScreen>
      <span className={styles.tile}>
        <Icon name="passkey" size={1.75} />
      </span>
      <h1 className={styles.title}>{t.passkeySignIn.title}</h1>
      <p className={styles.lead}>{t.passkeySignIn.lead}</p>
      <div className={styles.after}>
        <AgreementTick agreement={agreement} />
        <div className={styles.submit}>
          <Button wide icon="passkey" loading={signIn.busy} onPress={() => signIn.run()}>
            {t.passkeySignIn.submit}
          </Button>
        </div>
      </div>
      <BlockedNote />
      <div className={styles.others}>
        <TextLink href="/login/login">{t.passkeySignIn.byPassword}</TextLink>
        <TextLink href="/login/logon">{t.passkeySignIn.forgot}</TextLink>
      </div>
      <Note icon="lock" className={styles.foot}>
        {t.safety}
      </Note>
    </AuthScreen>
  )
}
