import { ActionBar, Button, Field, TextLink, useForm, type Form } from '@fairlot/ui'
import { checkMatch, checkPassword } from '@fairlot/rules/auth'
import { useState } from 'react'
import { useBack } from '#shell/back.ts'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { startSession, useSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'
import { securityTexts } from './texts/index.ts'
import styles from './form.module.css'

type Name = 'old' | 'new' | 'again'

/** Maps a refusal to one of the three fields; anything else is about the new password. */
const fieldOf = (msg: string, field: string | undefined): Name => {
  if (msg === 'password.wrong-old' || msg === 'auth.locked' || field === 'oldPassword') return 'old'
  return msg === 'account.passwords-differ' || field === 'confirmPassword' ? 'again' : 'new'
}

const usePasswordForm = (account: string): Form<Name> => {
  const texts = securityTexts.use().loginPassword
  return useForm<Name>({
    fields: {
      old: { secret: true, rules: [{ required: true, message: texts.need.old }] },
      new: {
        secret: true,
        maxLength: 64,
        rules: [
          { required: true, message: texts.need.new },
          { validator: (text) => checkPassword(text, account) === undefined, message: texts.need.new },
        ],
      },
      again: {
        secret: true,
        maxLength: 64,
        rules: [
          { required: true, message: texts.need.again },
          {
            validator: (text, { new: wanted = '' }) => checkMatch(wanted, text) === undefined,
            message: texts.same,
          },
        ],
      },
    },
  })
}

const useChangePassword = (form: Form<Name>) => {
  const back = useBack()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const { values } = form
    const answer = await call('/auth/changePassword', {
      oldPassword: values.old,
      newPassword: values.new,
      confirmPassword: values.again,
    })
    setBusy(false)
    if (answer.ok) {
      startSession(answer.data.session)
      void toastMessage('done.password-changed')
      void refresh('/auth/securityOverview', '/auth/listSessions')
      back()
    } else if (answer.why === 'refused') {
      const text = await messageText(answer.msg, answer.params)
      form.setServerError(fieldOf(answer.msg, answer.field), text)
    }
  }
  return { change, busy }
}

export const LoginPasswordScreen = () => {
  const texts = securityTexts.use().loginPassword
  const account = useSession()?.account ?? ''
  const form = usePasswordForm(account)
  const { change, busy } = useChangePassword(form)
  const { values } = form
  const fine = checkPassword(values.new, account) === undefined
  const lengthMet = [...values.new].length >= 8 && [...values.new].length <= 64
  const need =
    values.old === ''
      ? texts.need.old
      : !fine
        ? texts.need.new
        : values.again !== values.new
          ? texts.need.again
          : ''

  const reveal = { show: texts.show, hide: texts.hide }
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <div className={styles.foot}>
            <Button wide loading={busy} disabled={need !== ''} reason={need} onPress={() => void change()}>
              {texts.action}
            </Button>
          </div>
        </ActionBar>
      }
    >
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void change()
        }}
      >
        <p className={styles.lead}>{texts.lead}</p>
        {/* Password managers need the account of this password. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <Field
          label={texts.old}
          type="password"
          autoComplete="current-password"
          reveal={reveal}
          {...form.bind('old')}
        />
        <Field
          label={texts.new}
          type="password"
          autoComplete="new-password"
          reveal={reveal}
          rules={[
            { text: texts.length, met: lengthMet },
            { text: texts.composition, met: /[A-Za-z]/.test(values.new) && /\d/.test(values.new) },
            { text: texts.uncommon, met: fine },
          ]}
          {...form.bind('new')}
        />
        <Field
          label={texts.again}
          type="password"
          autoComplete="new-password"
          placeholder={texts.same}
          reveal={reveal}
          rules={[{ text: texts.matches, met: values.again !== '' && values.again === values.new }]}
          {...form.bind('again')}
        />
        <TextLink href="/login/logon">{texts.forgotten}</TextLink>
        <button type="submit" hidden />
      </form>
    </RouteScreen>
  )
}
