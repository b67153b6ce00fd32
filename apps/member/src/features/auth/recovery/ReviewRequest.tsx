import { recoveryKeyFrom } from '@fairlot/rules/auth'
import { checkStatement, membersRules } from '@fairlot/rules/members'
import { Button, Field, useForm, useOnce } from '@fairlot/ui'
import { useState } from 'react'
import { catalogueTexts } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { fill } from '@fairlot/app-shell/texts'
import { toastMessage } from '#shell/toasts.ts'
import styles from '../Auth.module.css'
import { AuthScreen } from '../AuthScreen.tsx'
import { required } from '../checks.ts'
import { showRefusal } from '../show-refusal.ts'
import { authTexts } from '../texts/index.ts'
import { useKey } from '../use-key.ts'

const CONTACT_MAX = 120
const STATEMENT_MIN = membersRules.appealMin.default
const STATEMENT_MAX = membersRules.appealMax.default

interface Props {
  readonly recoveryId: string
  /** The key is created here and kept by the requester; the server has only its hash. */
  readonly onSent: (reference: string, key: string) => void
  /** Two operators have already approved it. */
  readonly onPassed: () => void
  readonly onExpired: () => void
}

export const ReviewRequest = ({ recoveryId, onSent, onPassed, onExpired }: Props) => {
  const t = authTexts.use().recovery.review
  const messages = catalogueTexts.use()
  const key = useKey()
  const [recoveryKey] = useState(() => recoveryKeyFrom(crypto.getRandomValues(new Uint8Array(24))))
  const form = useForm({
    fields: {
      contact: { maxLength: CONTACT_MAX, rules: [required(messages)] },
      statement: {
        maxLength: STATEMENT_MAX,
        rules: [
          required(messages),
          {
            validator: (value) => checkStatement(value) === undefined,
            message: fill(messages['input.text-length'], { min: STATEMENT_MIN, max: STATEMENT_MAX }),
          },
        ],
      },
    },
  })
  const submit = useOnce(async () => {
    if (!form.validate()) return
    const body = {
      recoveryId,
      contact: form.values.contact.trim(),
      statement: form.values.statement.trim(),
      key: recoveryKey,
    }
    const answer = await call('/auth/requestRecoveryReview', body, { idempotencyKey: key.for(body) })
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      onSent(answer.data.reference, recoveryKey)
      return
    }
    if (answer.why !== 'refused') return
    key.answered()
    if (answer.msg === 'auth.challenge-expired') onExpired()
    else await showRefusal(form, answer, 'statement')
  })
  return (
    <AuthScreen languageChoice={false}>
      <h1 className="title-1">{t.title}</h1>
      <p className={styles.lead}>{t.lead}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <Field
          {...form.bind('contact')}
          label={t.contact}
          placeholder={t.contactPlaceholder}
          help={t.contactHelp}
          required
        />
        <Field
          {...form.bind('statement')}
          label={t.statement}
          placeholder={t.statementPlaceholder}
          help={t.statementHelp([...form.values.statement].length, STATEMENT_MAX)}
          multiline
          required
        />
        <div className={styles.after}>
          <Button type="submit" wide loading={submit.busy}>
            {t.submit}
          </Button>
          <Button kind="text" wide onPress={onPassed}>
            {t.passed}
          </Button>
        </div>
      </form>
    </AuthScreen>
  )
}
