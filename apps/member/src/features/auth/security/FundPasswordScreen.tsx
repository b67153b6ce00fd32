// The six-digit fund password: set with the login password, or changed with the old digits.

import { checkFundPassword } from '@fairlot/rules/auth'
import {
  ActionBar,
  Button,
  Field,
  IconButton,
  Keypad,
  Note,
  PinInput,
  ProgressSteps,
  useForm,
} from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useBack } from '#shell/back.ts'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'
import { securityTexts } from './texts/index.ts'
import styles from './FundPasswordScreen.module.css'
import formStyles from './form.module.css'

export const FundPasswordScreen = () => {
  const overview = useRead('/auth/securityOverview', {})
  const texts = securityTexts.use().fundPassword
  if (overview.data === undefined)
    return (
      <RouteScreen heading={texts.setTitle}>
        <Answered read={overview}>{() => null}</Answered>
      </RouteScreen>
    )
  return <Steps isSet={overview.data.fundPasswordSet} />
}

type Step = 'who' | 'first' | 'again'
const order: readonly Step[] = ['who', 'first', 'again']

/** The member's proof: the login password for the first one, the old digits for a change. */
interface State {
  readonly step: Step
  readonly proof: string
  readonly first: string
  readonly proofError?: string
  readonly firstError?: string
}

const Steps = ({ isSet }: { isSet: boolean }) => {
  const [state, setState] = useState<State>({ step: 'who', proof: '', first: '' })
  const back = useBack()
  const send = async (again: string) => {
    const answer = await call('/auth/setFundPassword', {
      fundPassword: state.first,
      confirmPassword: again,
      ...(isSet ? { oldFundPassword: state.proof } : { loginPassword: state.proof }),
    })
    if (answer.ok) {
      void toastMessage('done.fund-password-set')
      void refresh('/auth/securityOverview')
      back()
      return
    }
    if (answer.why !== 'refused') return
    const text = await messageText(answer.msg, answer.params)
    const aboutDigits = answer.msg.startsWith('input.') || answer.msg === 'account.passwords-differ'
    if (aboutDigits) setState({ ...state, step: 'first', first: '', firstError: text })
    else setState({ step: 'who', proof: '', first: '', proofError: text })
  }
  if (state.step === 'first')
    return (
      <First
        isSet={isSet}
        error={state.firstError}
        onBack={() => setState({ step: 'who', proof: '', first: '' })}
        onDone={(first) => setState({ step: 'again', proof: state.proof, first })}
      />
    )
  if (state.step === 'again')
    return (
      <Again
        isSet={isSet}
        wanted={state.first}
        onRestart={() => setState({ step: 'first', proof: state.proof, first: '' })}
        onDone={send}
      />
    )
  const next = (proof: string) => setState({ step: 'first', proof, first: '' })
  return isSet ? (
    <OldDigits error={state.proofError} onDone={next} />
  ) : (
    <LoginPassword error={state.proofError} onDone={next} />
  )
}

const Progress = ({ step }: { step: Step }) => {
  const texts = securityTexts.use()
  const at = order.indexOf(step)
  return (
    <ProgressSteps
      label={texts.twoStep.stepLabel(at + 1, order.length)}
      steps={texts.fundPassword.steps}
      current={at}
    />
  )
}

const LoginPassword = ({ error, onDone }: { error: string | undefined; onDone: (proof: string) => void }) => {
  const all = securityTexts.use()
  const texts = all.fundPassword
  const form = useForm({
    fields: {
      password: { secret: true, rules: [{ required: true, message: all.confirmPassword.required }] },
    },
  })
  const binding = form.bind('password')
  const next = () => {
    if (form.validate()) onDone(form.values.password)
  }
  return (
    <RouteScreen
      heading={texts.setTitle}
      ground="surface"
      footer={
        <ActionBar>
          <Button wide onPress={next}>
            {texts.next}
          </Button>
        </ActionBar>
      }
    >
      <Progress step="who" />
      <form
        className={formStyles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <div>
          <h2 className={formStyles.heading}>{texts.whoSet}</h2>
          <p className={formStyles.lead}>{texts.whoSetText}</p>
        </div>
        <Field
          label={all.confirmPassword.label}
          type="password"
          autoComplete="current-password"
          reveal={{ show: all.confirmPassword.show, hide: all.confirmPassword.hide }}
          {...binding}
          error={binding.error ?? (binding.value === '' ? error : undefined)}
        />
      </form>
    </RouteScreen>
  )
}

interface DigitsProps {
  readonly step: Step
  readonly isSet: boolean
  readonly title: string
  readonly text: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly rule?: string
  readonly note?: string
  readonly busy?: boolean
  readonly onBack?: () => void
  /** The action offered beside a mismatch. */
  readonly way?: { readonly label: string; readonly onPress: () => void }
}

/** One page of six boxes with the keypad under it. */
const Digits = (props: DigitsProps) => {
  const all = securityTexts.use()
  const texts = all.fundPassword
  const { value, onChange, error, way } = props
  const [revealed, setRevealed] = useState(false)
  return (
    <RouteScreen
      heading={props.isSet ? texts.changeTitle : texts.setTitle}
      ground="surface"
      {...(props.onBack === undefined ? {} : { onBack: props.onBack })}
      footer={
        <Keypad
          label={all.keypad}
          deleteLabel={all.deleteDigit}
          onDigit={(digit) => {
            if (props.busy === true) return
            // After a refusal the boxes are full: the next digit begins again.
            if (value.length < 6) onChange(value + digit)
            else if (error !== undefined && way === undefined) onChange(digit)
          }}
          onDelete={() => onChange(value.slice(0, -1))}
        />
      }
    >
      <Progress step={props.step} />
      <div className={styles.page}>
        <div>
          <h2 className={formStyles.heading}>{props.title}</h2>
          <p className={formStyles.lead}>{props.text}</p>
        </div>
        <div>
          <PinInput
            label={texts.label}
            value={value}
            revealed={revealed}
            error={error}
            disabled={props.busy}
            onChange={onChange}
          />
          <div className={styles.under}>
            <span>{error === undefined ? props.rule : null}</span>
            <IconButton
              name={revealed ? 'eye-off' : 'eye'}
              label={revealed ? texts.hide : texts.show}
              onPress={() => setRevealed(!revealed)}
            />
          </div>
        </div>
        {way === undefined ? null : (
          <Button kind="quiet" wide onPress={way.onPress}>
            {way.label}
          </Button>
        )}
        {props.note === undefined ? null : <Note icon="lock">{props.note}</Note>}
      </div>
    </RouteScreen>
  )
}

const OldDigits = ({ error, onDone }: { error: string | undefined; onDone: (proof: string) => void }) => {
  const texts = securityTexts.use().fundPassword
  const [value, setValue] = useState('')
  return (
    <Digits
      step="who"
      isSet
      title={texts.whoChange}
      text={texts.whoChangeText}
      value={value}
      error={value === '' ? error : undefined}
      note={texts.note}
      onChange={(next) => {
        setValue(next)
        if (next.length === 6) onDone(next)
      }}
    />
  )
}

interface FirstProps {
  readonly isSet: boolean
  readonly error: string | undefined
  readonly onBack: () => void
  readonly onDone: (digits: string) => void
}

const First = ({ isSet, error, onBack, onDone }: FirstProps) => {
  const texts = securityTexts.use().fundPassword
  const account = useSession()?.account ?? ''
  const [value, setValue] = useState('')
  const [refused, setRefused] = useState(error)
  const take = async (next: string) => {
    setValue(next)
    setRefused(undefined)
    if (next.length < 6) return
    const problem = checkFundPassword(next, account)
    if (problem === undefined) onDone(next)
    else setRefused(await messageText(problem))
  }
  return (
    <Digits
      step="first"
      isSet={isSet}
      title={texts.enter}
      text={texts.enterText}
      rule={texts.rule}
      note={texts.note}
      value={value}
      error={refused}
      onBack={onBack}
      onChange={(next) => void take(next)}
    />
  )
}

interface AgainProps {
  readonly isSet: boolean
  readonly wanted: string
  readonly onRestart: () => void
  readonly onDone: (again: string) => Promise<void>
}

const Again = ({ isSet, wanted, onRestart, onDone }: AgainProps) => {
  const texts = securityTexts.use().fundPassword
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const differs = value.length === 6 && value !== wanted
  const take = async (next: string) => {
    setValue(next)
    if (next.length < 6 || next !== wanted || busy) return
    setBusy(true)
    await onDone(next)
    setBusy(false)
  }
  return (
    <Digits
      step="again"
      isSet={isSet}
      title={texts.again}
      text={texts.againText}
      value={value}
      busy={busy}
      error={differs ? texts.differs : undefined}
      onBack={onRestart}
      onChange={(next) => void take(next)}
      {...(differs ? { way: { label: texts.restart, onPress: onRestart } } : {})}
    />
  )
}
