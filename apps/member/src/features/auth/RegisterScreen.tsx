import type { MessageCode } from '@fairlot/contract'
import { authRules, checkPassword } from '@fairlot/rules/auth'
import { Button, Field, TextLink, useForm, useOnce } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { catalogueTexts } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { isSimulated, useSite, useSiteLoaded } from '#shell/site.ts'
import { toastMessage } from '#shell/toasts.ts'
import { AgreementTick } from './AgreementTick.tsx'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { accountField, confirmField, newPasswordField, required } from './checks.ts'
import { grantText } from './grant-text.ts'
import { dropAside, peekAside, setAside } from './set-aside.ts'
import { showRefusal } from './show-refusal.ts'
import { authTexts } from './texts/index.ts'
import { useAgreement } from './use-agreement.ts'
import { useKey } from './use-key.ts'
import { useSignedIn } from './use-signed-in.ts'

const INVITATION_MAX = 12

export const RegisterScreen = () => {
  const t = authTexts.use()
  const messages = catalogueTexts.use()
  const site = useSite()
  const siteLoaded = useSiteLoaded()
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const key = useKey()
  const [kept] = useState(() => peekAside('register'))
  useEffect(() => dropAside('register'), [])
  const agreement = useAgreement(kept['agreed'] === 'yes')
  const publicCode = site.get('invitation_code')?.trim() ?? ''
  const form = useForm({
    fields: {
      account: accountField(messages, kept['account']),
      password: {
        ...newPasswordField(messages, ({ account = '' }) => account),
        initial: kept['password'],
      },
      confirmPassword: { ...confirmField(messages, 'password'), initial: kept['confirmPassword'] },
      invitationCode: {
        initial: kept['invitationCode'],
        maxLength: INVITATION_MAX,
        filter: (text: string) => text.replace(/\s/g, '').toUpperCase(),
        rules: [required(messages)],
      },
    },
  })
  const { account, password, confirmPassword, invitationCode } = form.values

  // The site config can arrive after the screen. It fills the field once, and never over the member's input.
  const [filled, setFilled] = useState(kept['invitationCode'] !== undefined)
  if (!filled && siteLoaded) {
    setFilled(true)
    if (publicCode !== '' && invitationCode === '') form.set('invitationCode', publicCode)
  }

  // Signing in is a separate call. If it fails the account exists anyway, so the login screen is next.
  const enter = async (agreementVersion: string, registered: MessageCode | '') => {
    const answer = await call('/auth/signIn', { account, password, agreementVersion })
    if (answer.ok && answer.data.step === 'signed-in') {
      signedIn(answer.data, registered)
      return
    }
    setAside('login', { account })
    if (registered !== '') void toastMessage(registered)
    void navigate('/login/login', { replace: true })
  }

  const submit = useOnce(async () => {
    if (!form.validate()) return
    const agreementVersion = await agreement.version()
    if (agreementVersion === undefined) return
    const body = { account, password, confirmPassword, invitationCode, agreementVersion }
    const answer = await call('/auth/registerMember', body, { idempotencyKey: key.for(body) })
    if (answer.ok) {
      await enter(agreementVersion, answer.msg)
      return
    }
    if (answer.why !== 'refused') return
    key.answered()
    if (answer.msg === 'auth.agreement-changed') agreement.renew()
    else if (answer.msg === 'account.exists') await showRefusal(form, answer, 'account')
    else if (answer.msg === 'account.inviter-not-found') await showRefusal(form, answer, 'invitationCode')
    else await showRefusal(form, answer)
  })

  const missing = [
    /^\d{10}$/.test(account) ? '' : t.register.missing.account,
    isGood(password, account) ? '' : t.register.missing.password,
    confirmPassword !== '' && confirmPassword === password ? '' : t.register.missing.confirm,
    invitationCode === '' ? t.register.missing.invitation : '',
    agreement.agreed ? '' : t.register.missing.agreement,
  ].filter((word) => word !== '')
  return (
    <AuthScreen>
      <h1 className="title-1">{t.register.title}</h1>
      <p className={styles.lead}>
        {isSimulated(site) ? t.register.leadWithGrant(grantText()) : t.register.lead}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <Field
          {...form.bind('account')}
          label={t.register.account}
          placeholder={t.register.accountPlaceholder}
          inputMode="tel"
          autoComplete="username"
          valid={/^\d{10}$/.test(account)}
          required
        />
        <Field
          {...form.bind('password')}
          label={t.register.password}
          placeholder={t.register.passwordPlaceholder}
          type="password"
          autoComplete="new-password"
          reveal={t.password}
          rules={[
            { text: t.register.rules.length, met: isLong(password) },
            { text: t.register.rules.both, met: isMixed(password) },
          ]}
          required
        />
        <Field
          {...form.bind('confirmPassword')}
          label={t.register.confirm}
          placeholder={t.register.confirmPlaceholder}
          type="password"
          autoComplete="new-password"
          reveal={t.password}
          required
        />
        <Field
          {...form.bind('invitationCode')}
          label={t.register.invitation}
          placeholder={t.register.invitationPlaceholder}
          autoCapitalize="characters"
          help={
            publicCode !== '' && invitationCode === publicCode
              ? t.register.invitationFilled
              : t.register.invitationHelp
          }
          required
        />
        <div className={styles.tick}>
          <AgreementTick
            agreement={agreement}
            lead="adult"
            onRead={() => setAside('register', { ...form.values, agreed: agreement.agreed ? 'yes' : 'no' })}
          />
        </div>
        <div className={styles.submit}>
          <Button
            type="submit"
            wide
            loading={submit.busy}
            disabled={missing.length > 0}
            reason={t.register.need(missing)}
          >
            {t.register.submit}
          </Button>
        </div>
      </form>
      <p className={styles.ask}>
        {t.register.haveAccount}
        <TextLink href="/login/login" className={styles.askLink}>
          {t.register.login}
        </TextLink>
      </p>
    </AuthScreen>
  )
}

const isLong = (password: string) => [...password].length >= authRules.passwordMin.default
const isMixed = (password: string) => /[A-Za-z]/.test(password) && /[0-9]/.test(password)
const isGood = (password: string, account: string) => checkPassword(password, account) === undefined
