import { fingerprintText } from '@fairlot/rules/operators'
import { Note } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import type { Me } from '#shell/session.ts'
import { makeDeviceKey } from '#shell/voting-key.ts'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

interface KeyStepProps {
  readonly me: Me
  readonly code: string
  readonly onDone: (me: Me) => void
}

type Made = { readonly fingerprint: string; readonly number: string | null } | { readonly failure: string }

/** The voting key, created by this browser. A founding operator's key is valid at once. */
export function KeyStep({ me, code, onDone }: KeyStepProps) {
  const texts = signInTexts.use().key
  const [made, setMade] = useState<Made>()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void (async () => {
      const key = await makeDeviceKey()
      const answer = await call('/operators/addVotingKey', {
        kind: key.kind,
        publicKey: key.publicKey,
        label: navigator.platform.slice(0, 40),
        replaces: false,
        ...(me.isFounder ? { code } : {}),
      })
      if (!answer.ok) return setMade({ failure: await failureText(answer) })
      await key.keep(answer.data.key.keyId)
      setMade({ fingerprint: key.fingerprint, number: answer.data.number })
    })()
  }, [me, code])
  const isInForce = made !== undefined && 'fingerprint' in made && made.number === null
  return (
    <div className={styles.form}>
      <div>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      {made === undefined ? null : 'failure' in made ? (
        <Note tone="crit" role="alert">
          {made.failure}
        </Note>
      ) : (
        <>
          <div>
            <p className={styles.label}>{texts.fingerprint}</p>
            <p className={styles.fingerprint}>
              <span className="mono">{fingerprintText(made.fingerprint)}</span>
            </p>
          </div>
          <Note tone={made.number === null ? 'brand' : 'warn'}>
            {made.number === null ? texts.inForce : texts.waiting(made.number)}
          </Note>
        </>
      )}
      <ConsoleButton
        wide
        loading={made === undefined}
        className={styles.main}
        onPress={() => onDone({ ...me, votingKeys: isInForce ? 1 : 0 })}
      >
        {made !== undefined && 'failure' in made ? texts.later : texts.next}
      </ConsoleButton>
    </div>
  )
}
