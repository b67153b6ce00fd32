// The form of a new account, and registering it.

import type { MessageCode } from '@fairlot/contract'
import { useForm, useOnce, type Form } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { catalogueTexts } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { useSite, useSiteLoaded } from '#shell/site.ts'
import { toastMessage } from '#shell/toasts.ts'
import { accountField, confirmField, newPasswordField, required } from './checks.ts'
import { dropAside, peekAside, setAside } from './set-aside.ts'
import { showRefusal } from './show-refusal.ts'
import type { Agreement } from './use-agreement.ts'
import { useKey } from './use-key.ts'
import { useSignedIn } from './use-signed-in.ts'

const INVITATION_MAX = 12

type Name = 'account' | 'password' | 'confirmPassword' | 'invitationCode'

export const useRegisterForm = () => {
  const messages = catalogueTexts.use()
  const site = useSite()
  const siteLoaded = useSiteLoaded()
  const [kept] = useState(() => peekAside('register'))
  useEffect(() => dropAside('register'), [])
  const publicCode = site.get('invitation_code')?.trim() ?? ''
  const form = useForm<Name>({
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
  // The site config can arrive after the screen. It fills the field once, and never over the member's input.
  const [filled, setFilled] = useState(kept['invitationCode'] !== undefined)
  if (!filled && siteLoaded) {
    setFilled(true)
    if (publicCode !== '' && form.values.invitationCode === '') form.set('invitationCode', publicCode)
  }
  return { form, publicCode, wasAgreed: kept['agreed'] === 'yes' }
}

export const useRegister = (form: Form<Name>, agreement: Agreement) => {
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const key = useKey()
  const { account, password, confirmPassword, invitationCode } = form.values

  // Signing in is a separate call. If it fails the account exists anyway, so the login screen is next.
  const enter = async (agreementVersion: string, registered: MessageCode | '') => {
    const answer = await call('/auth/signIn', { account, password, agreementVersion })
    if (answer.ok && answer.data.step === 'signed-in') {
      signedIn(answer.data, registered, true)
      return
    }
    setAside('login', { account })
    if (registered !== '') void toastMessage(registered)
    navigate('/login/login', { replace: true })
  }

  return useOnce(async () => {
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
}
