import { Button, Field, Logo, Note, TextLink, useForm } from '@fairlot/ui'
import { useEffect } from 'react'
import { catalogueTexts } from '#shell/catalogue.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import { AgreementTick } from './AgreementTick.tsx'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { BlockedNote } from './BlockedNote.tsx'
import { accountField, currentPasswordField } from './checks.ts'
import { dropAside, peekAside, setAside } from './set-aside.ts'
import { authTexts } from './texts/index.ts'
import { useAgreement } from './use-agreement.ts'
import { usePasswordSignIn } from './use-password-sign-in.ts'

export const LoginScreen = () => {
  const t = authTexts.use()
  const messages = catalogueTexts.use()
  const site = useSite()
  const kept = peekAside('login')
  useEffect(() => dropAside('login'), [])
  const agreement = useAgreement(kept['agreed'] === 'yes')
  const form = useForm({
    fields: {
      account: accountField(messages, kept['account']),
      password: { ...currentPasswordField(messages), initial: kept['password'] },
    },
  })
  const submit = usePasswordSignIn({
    form,
    agreement,
    account: () => form.values.account,
    from: '/login/login',
  })
  return (
    <AuthScreen>
      <Logo size={2.75} label={siteTitle(site)} />
      <h1 className={styles.title}>{t.login.title}</h1>
      <p className={styles.lead}>{t.login.lead}</p>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <Field
          {...form.bind('account')}
          label={t.login.account}
          placeholder={t.login.accountPlaceholder}
          inputMode="tel"
          autoComplete="username"
          required
        />
        <Field
          {...form.bind('password')}
          label={t.login.password}
          placeholder={t.login.passwordPlaceholder}
          type="password"
          autoComplete="current-password"
          reveal={t.password}
          required
        />
        <div className={styles.between}>
          <TextLink href="/login/logon?do=sign-in">{t.login.passkey}</TextLink>
          <TextLink href="/login/logon">{t.login.forgot}</TextLink>
        </div>
        <AgreementTick
          agreement={agreement}
          onRead={() => setAside('login', { ...form.values, agreed: agreement.agreed ? 'yes' : 'no' })}
        />
        <div className={styles.submit}>
          <Button type="submit" wide loading={submit.busy}>
            {t.login.submit}
          </Button>
        </div>
      </form>
      <BlockedNote />
      <p className={styles.ask}>
        {t.login.noAccount}
        <TextLink href="/login/register" className={styles.askLink}>
          {t.login.register}
        </TextLink>
      </p>
      <Note icon="lock" className={styles.foot}>
        {t.safety}
      </Note>
    </AuthScreen>
  )
}
