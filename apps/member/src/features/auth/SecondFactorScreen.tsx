import type { FactorKind } from '@fairlot/contract/auth'
import {
  Button,
  CodeInput,
  Field,
  Icon,
  type IconName,
  Note,
  Row,
  TextLink,
  useForm,
  useOnce,
} from '@fairlot/ui'
import { useState } from 'react'
import { Navigate, useNavigate } from '@fairlot/app-shell/router'
import { catalogueTexts, messageText } from '#shell/catalogue.ts'
import { call, type Failed } from '#shell/client.ts'
import { useSearch } from '#shell/search.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import styles from './Auth.module.css'
import { AuthScreen } from './AuthScreen.tsx'
import { keepBlockedSignIn } from './blocked-sign-in.ts'
import { required } from './checks.ts'
import { dropPendingSignIn, type PendingSignIn, pendingSignIn } from './pending-sign-in.ts'
import { showRefusal } from './show-refusal.ts'
import { authTexts } from './texts/index.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { useSignedIn } from './use-signed-in.ts'

const icons = {
  authenticator: 'phone',
  passkey: 'passkey',
  'recovery-code': 'key',
} as const satisfies Record<FactorKind, IconName>

export const SecondFactorScreen = () => {
  const [pending] = useState(pendingSignIn)
  return pending === null ? <Navigate to="/login/login" replace /> : <SecondFactor pending={pending} />
}

/** The chosen method is in the address, so that the phone's back button returns to the previous one. */
const SecondFactor = ({ pending }: { readonly pending: PendingSignIn }) => {
  const t = authTexts.use()
  const navigate = useNavigate()
  const search = useSearch()
  const asked = pending.methods.find((method) => method === search.get('by'))
  const way = asked ?? pending.methods.find((method) => method !== 'recovery-code') ?? 'recovery-code'
  /** The challenge has expired, or was used by a blocked sign-in, which the first screen explains. */
  const startAgainIfOver = (msg: string) => {
    if (msg !== 'auth.challenge-expired' && !msg.startsWith('restriction.')) return
    dropPendingSignIn()
    navigate(pending.from, { replace: true })
  }
  const passkey = usePasskeySignIn({
    challengeId: pending.challengeId,
    agreementVersion: () => Promise.resolve(pending.agreementVersion),
    onRefused: startAgainIfOver,
  })
  const others = pending.methods.filter((method) => method !== way)
  const onFailed = (failed: Failed) => {
    if (failed.why !== 'refused') return
    keepBlockedSignIn(failed)
    startAgainIfOver(failed.msg)
  }
  return (
    <AuthScreen languageChoice={false}>
      <span className={styles.tile}>
        <Icon name="shield-check" size={1.75} />
      </span>
      <h1 className={styles.title}>{t.second.title}</h1>
      {way === 'authenticator' ? <ByCode pending={pending} onFailed={onFailed} /> : null}
      {way === 'recovery-code' ? <ByRecoveryCode pending={pending} onFailed={onFailed} /> : null}
      {way === 'passkey' ? (
        <>
          <p className={styles.lead}>{t.second.passkey.lead}</p>
          <div className={styles.after}>
            <Button wide icon="passkey" loading={passkey.busy} onPress={() => passkey.run()}>
              {t.second.passkey.submit}
            </Button>
          </div>
        </>
      ) : null}
      {others.length === 0 ? null : (
        <>
          <p className={styles.other}>{t.second.other}</p>
          <div className={styles.ways}>
            {others.map((method) => (
              <Row
                key={method}
                icon={icons[method]}
                title={t.second.ways[method].title}
                caption={t.second.ways[method].caption}
                onPress={() => {
                  navigate(`/login/logon2?by=${method}`)
                  // The passkey needs no page first: this press is the gesture the browser requires.
                  if (method === 'passkey') passkey.run()
                }}
              />
            ))}
          </div>
        </>
      )}
      <div className={styles.centre}>
        <TextLink href="/login/logon?way=review">{t.second.review}</TextLink>
      </div>
      <Note icon="lock" className={styles.foot}>
        {t.codeSafety}
      </Note>
    </AuthScreen>
  )
}

interface WayProps {
  readonly pending: PendingSignIn
  readonly onFailed: (failed: Failed) => void
}

const ByCode = ({ pending, onFailed }: WayProps) => {
  const t = authTexts.use().second
  const site = useSite()
  const signedIn = useSignedIn()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const submit = useOnce(async (typed: string) => {
    const { challengeId } = pending
    const answer = await call('/auth/finishSignIn', { challengeId, method: 'authenticator', code: typed })
    if (answer.ok) {
      signedIn(answer.data, answer.msg)
      return
    }
    onFailed(answer)
    if (answer.why === 'refused') {
      setError(await messageText(answer.msg, answer.params))
      setCode('')
    }
  })
  return (
    <>
      <p className={styles.lead}>
        {t.code.before}
        <b className={styles.strong}>{siteTitle(site)}</b>
        {t.code.after}
      </p>
      <form
        noValidate
        className={styles.after}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.length === 6) submit.run(code)
        }}
      >
        <CodeInput
          label={t.code.label}
          value={code}
          autoFocus
          error={error}
          onChange={(next) => {
            setCode(next)
            // Clearing the boxes after a wrong code must not remove its explanation.
            if (next !== '') setError(undefined)
          }}
          onComplete={submit.run}
          help={
            <>
              <Icon name="clock" size={0.9375} />
              <span>{t.code.help}</span>
            </>
          }
        />
        <div className={styles.after}>
          <Button type="submit" wide loading={submit.busy} disabled={code.length < 6} reason={t.needCode}>
            {t.submit}
          </Button>
        </div>
      </form>
    </>
  )
}

const ByRecoveryCode = ({ pending, onFailed }: WayProps) => {
  const t = authTexts.use().second
  const messages = catalogueTexts.use()
  const signedIn = useSignedIn()
  const form = useForm({ fields: { code: { secret: true, maxLength: 40, rules: [required(messages)] } } })
  const submit = useOnce(async () => {
    if (!form.validate()) return
    const { challengeId } = pending
    const answer = await call('/auth/finishSignIn', {
      challengeId,
      method: 'recovery-code',
      code: form.values.code.trim(),
    })
    if (answer.ok) {
      signedIn(answer.data, answer.msg)
      return
    }
    onFailed(answer)
    await showRefusal(form, answer, 'code')
  })
  return (
    <>
      <p className={styles.lead}>{t.recovery.lead}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <Field
          {...form.bind('code')}
          label={t.recovery.label}
          placeholder={t.recovery.placeholder}
          autoCapitalize="characters"
          required
        />
        <div className={styles.after}>
          <Button
            type="submit"
            wide
            loading={submit.busy}
            disabled={form.values.code.trim() === ''}
            reason={t.needRecovery}
          >
            {t.submit}
          </Button>
        </div>
      </form>
    </>
  )
}
