import { Icon, Logo, Note } from '@fairlot/ui'
import { Fragment, useState, type ReactNode } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type Language, useLanguage } from '@fairlot/app-shell/language'
import { switchLanguage } from '@fairlot/app-shell/texts'
import { howItEnded, startSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { CodesStep } from './CodesStep.tsx'
import { EnrolStep } from './EnrolStep.tsx'
import { KeyStep } from './KeyStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SecondStep } from './SecondStep.tsx'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

type Step =
  | { readonly at: 'password' }
  | {
      readonly at: 'second'
      readonly login: string
      readonly begun: ConsoleDataOf<'/operators/signIn'>
    }
  | { readonly at: 'enrol' }
  | { readonly at: 'app'; readonly code: string; readonly begun: ConsoleDataOf<'/operators/beginEnrolment'> }
  | {
      readonly at: 'codes' | 'key'
      readonly code: string
      readonly enrolled: ConsoleDataOf<'/operators/finishEnrolment'>
    }

export function SignInPage() {
  const texts = signInTexts.use()
  const [step, setStep] = useState<Step>({ at: 'password' })
  const end = howItEnded()
  const restart = () => setStep({ at: 'password' })
  const trail =
    step.at === 'password' || step.at === 'second'
      ? (['password', 'second', 'done'] as const)
      : (['enrol', 'app', 'codes', 'key'] as const)
  return (
    <div className={styles.page}>
      <Brand />
      <main className={styles.right}>
        <LanguageSwitch />
        <div className={styles.box}>
          <ol className={styles.steps} aria-label={texts.steps.label}>
            {trail.map((name, index) => {
              const isPast = index < trail.indexOf(step.at as never)
              return (
                <li
                  key={name}
                  className={isPast ? styles.past : undefined}
                  aria-current={name === step.at ? 'step' : undefined}
                >
                  {isPast ? <Icon name="check" size={0.9375} weight={2.4} /> : null}
                  {texts.steps[name]}
                </li>
              )
            })}
          </ol>
          {step.at === 'password' && end !== 'signed-out' ? (
            <Note tone="warn" role="status">
              {end === 'vote' ? texts.ended.vote : texts.ended.plain} {texts.ended.kept}
            </Note>
          ) : null}
          {step.at === 'password' ? (
            <PasswordStep
              onDone={(login, begun) => setStep({ at: 'second', login, begun })}
              onFirstTime={() => setStep({ at: 'enrol' })}
            />
          ) : step.at === 'second' ? (
            <SecondStep
              login={step.login}
              challengeId={step.begun.challengeId}
              hasPasskey={step.begun.methods.includes('passkey')}
              onDone={startSession}
              onRestart={restart}
            />
          ) : step.at === 'enrol' ? (
            <EnrolStep onDone={(begun, code) => setStep({ at: 'app', begun, code })} onBack={restart} />
          ) : step.at === 'app' ? (
            <AuthenticatorStep
              begun={step.begun}
              onDone={(enrolled) => setStep({ at: 'codes', enrolled, code: step.code })}
              onRestart={() => setStep({ at: 'enrol' })}
            />
          ) : step.at === 'codes' ? (
            <CodesStep codes={step.enrolled.recoveryCodes} onDone={() => setStep({ ...step, at: 'key' })} />
          ) : (
            // The session has already begun; the console opens once the codes are saved and the key is made.
            <KeyStep me={step.enrolled.me} code={step.code} onDone={startSession} />
          )}
        </div>
      </main>
    </div>
  )
}

const languages: readonly Language[] = ['tw', 'en']

/** Each language by its own name, so that an operator who cannot read the page finds theirs. */
function LanguageSwitch() {
  const { operator } = shellTexts.use()
  const here = useLanguage()
  return (
    <div className={styles.languages} role="group" aria-label={operator.language}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language === 'tw' ? 'zh-Hant-TW' : 'en'}
          aria-pressed={language === here}
          onClick={() => void switchLanguage(language)}
        >
          {operator.languages[language]}
        </button>
      ))}
    </div>
  )
}

function Brand() {
  const texts = signInTexts.use()
  return (
    <aside className={styles.left}>
      <div className={styles.brand}>
        <Logo kind="bars" size={2.25} />
        {texts.brand}
      </div>
      <div>
        <div className={styles.lots} aria-hidden="true">
          <i />
          <i />
          <i className={styles.drawn} />
          <i />
          <i />
          <i />
        </div>
        <p className={styles.slogan}>
          <Lines of={texts.slogan} />
        </p>
        <p className={styles.promise}>
          <Lines of={texts.promise} />
        </p>
      </div>
      <p className={styles.foot}>{texts.foot(import.meta.env.VERSION)}</p>
    </aside>
  )
}

const Lines = ({ of }: { readonly of: readonly string[] }): ReactNode =>
  of.map((line, index) => (
    <Fragment key={line}>
      {index === 0 ? null : <br />}
      {line}
    </Fragment>
  ))
