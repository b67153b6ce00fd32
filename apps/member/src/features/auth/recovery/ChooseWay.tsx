import {
  ActionBar,
  Button,
  Choices,
  Field,
  type IconName,
  Note,
  TextLink,
  useForm,
  useOnce,
} from '@fairlot/ui'
import { catalogueTexts } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { toastHelper } from '#shell/toasts.ts'
import styles from '../Auth.module.css'
import { AuthScreen } from '../AuthScreen.tsx'
import { accountField } from '../checks.ts'
import { askPasskey } from '../passkey.ts'
import { showRefusal } from '../show-refusal.ts'
import { authTexts } from '../texts/index.ts'
import { type Begun, type Proof, START, type Way, ways } from './recovery-steps.ts'

const icons = {
  passkey: 'passkey',
  authenticator: 'phone',
  'recovery-code': 'key',
  review: 'identity',
} as const satisfies Record<Way, IconName>

interface Props {
  readonly account: string
  readonly onAccount: (account: string) => void
  readonly way: Way
  readonly onWay: (way: Way) => void
  /** A passkey is proof at once; the other methods prove it on the next page. */
  readonly onBegun: (begun: Begun, proof: Proof | undefined) => void
}

export const ChooseWay = ({ account, onAccount, way, onWay, onBegun }: Props) => {
  const all = authTexts.use()
  const t = all.recovery
  const messages = catalogueTexts.use()
  const form = useForm({ fields: { account: accountField(messages, account) } })
  const submit = useOnce(async () => {
    if (!form.validate()) return
    const typed = form.values.account
    onAccount(typed)
    const answer = await call('/auth/beginRecovery', { account: typed })
    if (!answer.ok) {
      await showRefusal(form, answer, 'account')
      return
    }
    const begun = { account: typed, recoveryId: answer.data.recoveryId }
    if (way !== 'passkey') {
      onBegun(begun, undefined)
      return
    }
    const { ceremonyId, options } = answer.data.passkey
    const asked = await askPasskey(options)
    if (asked.ok) onBegun(begun, { way: 'passkey', ceremonyId, response: asked.response })
    else toastHelper(all.passkey[asked.why])
  })
  return (
    <AuthScreen
      footer={
        <ActionBar>
          <Button wide loading={submit.busy} onPress={() => submit.run()}>
            {t.next[way]}
          </Button>
        </ActionBar>
      }
    >
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
          {...form.bind('account')}
          label={t.account}
          placeholder={all.login.accountPlaceholder}
          inputMode="tel"
          autoComplete="username"
          required
        />
      </form>
      <div className={styles.choices}>
        <Choices
          label={t.waysLabel}
          value={way}
          onChange={onWay}
          items={ways.map((value) => ({
            value,
            icon: icons[value],
            title: t.ways[value].title,
            caption: t.ways[value].caption,
          }))}
        />
      </div>
      <Note tone="warn" icon="clock" className={styles.effect}>
        {t.effect}
      </Note>
      <div className={styles.centre}>
        <TextLink href={`${START}?do=sign-in`}>{t.onlySignIn}</TextLink>
      </div>
    </AuthScreen>
  )
}
