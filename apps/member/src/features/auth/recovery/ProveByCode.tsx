import { Button, CodeInput, Field, Icon, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { catalogueTexts } from '#shell/catalogue.ts'
import styles from '../Auth.module.css'
import { AuthScreen } from '../AuthScreen.tsx'
import { required } from '../checks.ts'
import { authTexts } from '../texts/index.ts'
import type { Proof } from './recovery-steps.ts'
import { Steps } from './Steps.tsx'

interface Props {
  readonly way: 'authenticator' | 'recovery-code' | 'review'
  /** Why the previous proof was not accepted. */
  readonly refused: string | undefined
  readonly onProof: (proof: Proof) => void
}

export const ProveByCode = ({ way, refused, onProof }: Props) => (
  <AuthScreen languageChoice={false}>
    <Steps current={1} />
    {way === 'authenticator' ? (
      <Authenticator refused={refused} onProof={onProof} />
    ) : (
      <LongCode way={way} refused={refused} onProof={onProof} />
    )}
  </AuthScreen>
)

const Authenticator = ({ refused, onProof }: Omit<Props, 'way'>) => {
  const t = authTexts.use().recovery
  const [code, setCode] = useState('')
  const go = () => {
    if (code.length === 6) onProof({ way: 'authenticator', code })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <h1 className="title-2">{t.code.title}</h1>
      <p className={styles.lead}>{t.code.lead}</p>
      <div className={styles.after}>
        <CodeInput
          label={t.code.label}
          value={code}
          onChange={setCode}
          autoFocus
          error={code === '' ? refused : undefined}
          help={
            <>
              <Icon name="clock" size={0.9375} />
              <span>{t.code.help}</span>
            </>
          }
        />
      </div>
      <div className={styles.after}>
        <Button type="submit" wide disabled={code.length < 6} reason={t.needCode}>
          {t.continue}
        </Button>
      </div>
    </form>
  )
}

const LongCode = ({
  way,
  refused,
  onProof,
}: Props & { readonly way: Exclude<Props['way'], 'authenticator'> }) => {
  const t = authTexts.use().recovery
  const wayTexts = way === 'review' ? t.reviewKey : t.recoveryCode
  const messages = catalogueTexts.use()
  const form = useForm({ fields: { code: { secret: true, maxLength: 40, rules: [required(messages)] } } })
  const { code } = form.values
  const field = form.bind('code')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.validate()) onProof({ way, code: code.trim() })
      }}
    >
      <h1 className="title-2">{wayTexts.title}</h1>
      <p className={styles.lead}>{wayTexts.lead}</p>
      <Field
        {...field}
        error={field.error ?? (code === '' ? refused : undefined)}
        label={wayTexts.label}
        placeholder={wayTexts.placeholder}
        autoCapitalize="characters"
        required
      />
      <div className={styles.after}>
        <Button type="submit" wide disabled={code.trim() === ''} reason={wayTexts.need}>
          {t.continue}
        </Button>
      </div>
    </form>
  )
}
