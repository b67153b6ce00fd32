import { Button, Field, Icon, Logo, TextLink, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { Navigate, useNavigate } from '@fairlot/app-shell/router'
import { catalogueTexts } from '#shell/catalogue.ts'
import { maskAccount } from '#shell/mask-account.ts'
import { endSession, rememberedAccount } from '#shell/session.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import { AgreementTick } from './AgreementTick.tsx'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { dropBlockedSignIn } from './blocked-sign-in.ts'
import { BlockedNote } from './BlockedNote.tsx'
import { currentPasswordField } from './checks.ts'
import { HiddenAccount } from './HiddenAccount.tsx'
import { authTexts } from './texts/index.ts'
import { useAgreement } from './use-agreement.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { usePasswordSignIn } from './use-password-sign-in.ts'

export const ReLoginScreen = () => {
  const [account] = useState(rememberedAccount)
  return account === null ? <Navigate to="/login/login" replace /> : <KnownAccount account={account} />
}

/** One agreement above both sign-in methods: passkey first, password second. */
const KnownAccount = ({ account }: { readonly account: string }) => {
  const t = authTexts.use()
  const messages = catalogueTexts.use()
  const site = useSite()
  const navigate = useNavigate()
  const agreement = useAgreement()
  const renewIfChanged = (msg: string) => {
    if (msg === 'auth.agreement-changed') agreement.renew()
  }
  const passkey = usePasskeySignIn({ agreementVersion: agreement.version, onRefused: renewIfChanged })
  const form = useForm({ fields: { password: currentPasswordField(messages) } })
  const submit = usePasswordSignIn({ form, agreement, account: () => account, from: '/login/reLogin' })
  const brand = (
    <span className={styles.brand}>
      <Logo size={1.75} />
      {siteTitle(site)}
    </span>
  )
  return (
    <AuthScreen leading={brand}>
      <div className={styles.known}>
        <span className={styles.avatar}>
          <Icon name="mine" size={2.25} />
        </span>
        <h1 className="title-1">{t.reLogin.title}</h1>
        <p className={styles.masked}>{maskAccount(account)}</p>
      </div>
      <AgreementTick agreement={agreement} lead="dated" centred />
      <div className={styles.submit}>
        <Button wide icon="passkey" loading={passkey.busy} onPress={() => passkey.run()}>
          {t.reLogin.passkey}
        </Button>
      </div>
      <div className={styles.or}>{t.reLogin.or}</div>
      <form
        noValidate
        className={styles.tight}
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <HiddenAccount account={account} />
        <Field
          {...form.bind('password')}
          label={t.login.password}
          placeholder={t.login.passwordPlaceholder}
          type="password"
          autoComplete="current-password"
          reveal={t.password}
          required
        />
        <div className={styles.end}>
          <TextLink href="/login/logon">{t.login.forgot}</TextLink>
        </div>
        <div className={styles.submit}>
          <Button type="submit" kind="quiet" wide loading={submit.busy}>
            {t.reLogin.submit}
          </Button>
        </div>
      </form>
      <BlockedNote />
      <div className={styles.others}>
        <TextLink
          onPress={() => {
            dropBlockedSignIn()
            endSession()
            navigate('/login/login', { replace: true })
          }}
        >
          {t.reLogin.otherAccount}
        </TextLink>
      </div>
    </AuthScreen>
  )
}
