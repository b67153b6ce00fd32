import { Icon } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { useMe } from '#shell/session.ts'
import { PasskeyPopup } from './PasskeyPopup.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'
import { PushCard } from './PushCard.tsx'
import { Sessions } from './Sessions.tsx'
import { VotingKeys } from './VotingKeys.tsx'
import { accountTexts } from './texts/index.ts'
import type { Passkey } from './passkey.ts'
import styles from './Account.module.css'

/** The operator's own sign-in methods. No operator can change another's. */
export function AccountPage() {
  const texts = accountTexts.use()
  const me = useMe()
  const read = useRead('/operators/listPasskeys', {})
  /** `new`, or the passkey to remove. */
  const [asked, setAsked] = useState<'new' | Passkey | null>(null)
  const [changing, setChanging] = useState(false)
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h2>{texts.title}</h2>
        <p className={styles.lead}>{texts.lead}</p>
        <ul className={styles.rows}>
          <li>
            <Icon name="lock" size={1.25} />
            <span>{texts.password}</span>
            <button type="button" className={styles.remove} onClick={() => setChanging(true)}>
              {texts.passwords.change}
            </button>
          </li>
          <li>
            <Icon name="phone" size={1.25} />
            <span>{texts.authenticator}</span>
            <small>{texts.always}</small>
          </li>
          <li>
            <Icon name="key" size={1.25} />
            <span>{texts.codes}</span>
            <small className="num">{texts.codesLeft(me?.recoveryCodesLeft ?? 0)}</small>
          </li>
        </ul>
      </section>
      <section className={styles.card}>
        <div className={styles.head}>
          <h2>{texts.passkeys}</h2>
          <ConsoleButton small onPress={() => setAsked('new')}>
            {texts.add}
          </ConsoleButton>
        </div>
        <Answered read={read}>
          {({ passkeys }) =>
            passkeys.length === 0 ? (
              <p className={styles.lead}>{texts.none}</p>
            ) : (
              <ul className={styles.rows}>
                {passkeys.map((passkey) => (
                  <li key={passkey.passkeyId}>
                    <Icon name="passkey" size={1.25} />
                    <span>
                      {passkey.name}
                      <small className="num">
                        {texts.added(momentText(passkey.addedAt))} ·{' '}
                        {passkey.lastUsedAt === null
                          ? texts.unused
                          : texts.used(momentText(passkey.lastUsedAt))}
                      </small>
                    </span>
                    <button type="button" className={styles.remove} onClick={() => setAsked(passkey)}>
                      {texts.remove}
                      <span className="visually-hidden"> {passkey.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      </section>
      <Sessions />
      <VotingKeys />
      <PushCard />
      {changing ? <PasswordPopup onClose={() => setChanging(false)} /> : null}
      {asked === null ? null : (
        <PasskeyPopup passkey={asked === 'new' ? null : asked} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}
