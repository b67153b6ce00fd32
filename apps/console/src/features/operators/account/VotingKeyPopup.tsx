import type { VotingKeyKind } from '@fairlot/contract/operators'
import { fingerprintText } from '@fairlot/rules/operators'
import { Checkbox, Field, Note, Segments } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { useMe } from '#shell/session.ts'
import { makeDeviceKey, makePasskey } from '#shell/voting-key.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

interface VotingKeyPopupProps {
  readonly hasValid: boolean
  readonly onClose: () => void
}

export function VotingKeyPopup({ hasValid, onClose }: VotingKeyPopupProps) {
  const all = accountTexts.use()
  const texts = all.votes
  const me = useMe()
  const [kind, setKind] = useState<VotingKeyKind>('device')
  const [label, setLabel] = useState('')
  const [code, setCode] = useState('')
  const [areLost, setLost] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<{ readonly fingerprint: string; readonly number: string | null }>()
  const takesCode = (me?.isFounder ?? false) && !hasValid
  const add = async () => {
    if (!me) return
    const key = kind === 'device' ? await makeDeviceKey() : await makePasskey(me)
    if (key === null) return setFailure(texts.closed)
    const answer = await call('/operators/addVotingKey', {
      kind,
      publicKey: key.publicKey,
      ...(key.credentialId === undefined ? {} : { credentialId: key.credentialId }),
      label: label.trim() || navigator.platform.slice(0, 40),
      replaces: areLost,
      ...(takesCode && code.trim() !== '' ? { code: code.trim() } : {}),
    })
    if (!answer.ok) return setFailure(await failureText(answer))
    await key.keep(answer.data.key.keyId)
    setMade({ fingerprint: key.fingerprint, number: answer.data.number })
    await refresh('/operators/votingKeys')
  }
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    await add()
    setBusy(false)
  }
  if (made !== undefined)
    return (
      <Popup
        open
        onClose={onClose}
        title={texts.madeTitle}
        actions={<ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>}
      >
        <p>{made.number === null ? texts.inForce : texts.waiting(made.number)}</p>
        <p className={styles.fingerprint}>
          <small>{texts.fingerprint}</small>
          <span className="mono">{fingerprintText(made.fingerprint)}</span>
        </p>
      </Popup>
    )
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.addTitle}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {all.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </ConsoleButton>
        </>
      }
    >
      <div className={styles.form}>
        <Segments
          label={texts.kind}
          value={kind}
          onChange={setKind}
          items={(['device', 'passkey'] as const).map((value) => ({ value, label: texts.choose[value] }))}
        />
        <p className={styles.lead}>{texts.chooseHelp}</p>
        <Field
          id="voting-key-label"
          name="voting-key-label"
          label={texts.label}
          value={label}
          error={undefined}
          onChange={(text) => setLabel(text.slice(0, 40))}
          onBlur={() => {}}
        />
        {takesCode ? (
          <Field
            id="voting-key-code"
            name="voting-key-code"
            label={texts.code}
            help={texts.codeHelp}
            value={code}
            error={undefined}
            onChange={setCode}
            onBlur={() => {}}
          />
        ) : null}
        {hasValid ? (
          <Checkbox checked={areLost} onChange={setLost}>
            {texts.lost}
          </Checkbox>
        ) : null}
        {failure === undefined ? null : (
          <Note tone="crit" role="alert">
            {failure}
          </Note>
        )}
      </div>
    </Popup>
  )
}
