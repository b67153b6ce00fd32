import { checkPassword } from '@fairlot/rules/auth'
import { Button, Field, TextLink } from '@fairlot/ui'
import { isSimulated, useSite } from '#shell/site.ts'
import { AgreementTick } from './AgreementTick.tsx'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { grantText } from './grant-text.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { setAside } from './set-aside.ts'
import { authTexts } from './texts/index.ts'
import { useAgreement } from './use-agreement.ts'
import { useRegister, useRegisterForm } from './use-register.ts'

export const RegisterScreen = () => {
  const t = authTexts.use()
  const site = useSite()
  const { form, publicCode, wasAgreed } = useRegisterForm()
  const agreement = useAgreement(wasAgreed)
  const submit = useRegister(form, agreement)
  const { account, invitationCode } = form.values
  const missing = useMissing(form.values, agreement.agreed)
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
        <NewPasswordFields
          password={form.bind('password')}
          confirm={form.bind('confirmPassword')}
          labels={t.register}
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

const useMissing = (values: ReturnType<typeof useRegisterForm>['form']['values'], agreed: boolean) => {
  const { missing } = authTexts.use().register
  const { account, password, confirmPassword, invitationCode } = values
  return [
    /^\d{10}$/.test(account) ? '' : missing.account,
    checkPassword(password, account) === undefined ? '' : missing.password,
    confirmPassword !== '' && confirmPassword === password ? '' : missing.confirm,
    invitationCode === '' ? missing.invitation : '',
    agreed ? '' : missing.agreement,
  ].filter((word) => word !== '')
}
