import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { fingerprintText } from '@fairlot/rules/operators'
import { Icon, StatusChip } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { deviceKeyOf } from '#shell/voting-key.ts'
import { accountTexts } from './texts/index.ts'
import { VotingKeyPopup } from './VotingKeyPopup.tsx'
import styles from './Account.module.css'

type Key = ConsoleDataOf<'/operators/votingKeys'>['keys'][number]

/** The operator's voting keys, and where they are stored. */
export function VotingKeys() {
  const texts = accountTexts.use().votes
  const read = useRead('/operators/votingKeys', {})
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{texts.title}</h2>
        <ConsoleButton small onPress={() => setAdding(true)}>
          {texts.add}
        </ConsoleButton>
      </div>
      <p className={styles.lead}>{texts.lead}</p>
      <Answered read={read}>
        {({ keys }) => (
          <>
            {keys.some(({ state }) => state === 'valid') ? null : <p className={styles.lead}>{texts.none}</p>}
            <ul className={styles.rows}>
              {keys.map((key) => (
                <KeyRow key={key.keyId} of={key} />
              ))}
            </ul>
            {isAdding ? (
              <VotingKeyPopup
                hasValid={keys.some(({ state }) => state === 'valid')}
                onClose={() => setAdding(false)}
              />
            ) : null}
          </>
        )}
      </Answered>
    </section>
  )
}

function KeyRow({ of: { keyId, kind, label, fingerprint, state } }: { readonly of: Key }) {
  const texts = accountTexts.use().votes
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    void deviceKeyOf(keyId).then((key) => setHere(key !== undefined))
  }, [keyId])
  return (
    <li>
      <Icon name={kind === 'passkey' ? 'passkey' : 'key'} size={1.25} />
      <span>
        {label || texts.kinds[kind]}
        <small>
          {kind === 'device' && isHere ? texts.here : texts.kinds[kind]} ·{' '}
          <span className="mono">{fingerprintText(fingerprint)}</span>
        </small>
      </span>
      <StatusChip tone={state === 'valid' ? 'brand' : state === 'waiting' ? 'warn' : 'neutral'}>
        {texts.states[state]}
      </StatusChip>
    </li>
  )
}
