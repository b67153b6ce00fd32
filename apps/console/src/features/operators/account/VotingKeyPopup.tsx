import type { VotingKeyKind } from '@fairlot/contract/operators'
import { fingerprintText } from '@fairlot/rules/operators'
import { Checkbox, Field, Segments, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { FormPopup } from '#kit/form/FormPopup.tsx'
import { optional } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'
import { makeDeviceKey, makePasskey } from '#shell/voting-key.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

interface VotingKeyPopupProps {
  readonly hasValid: boolean
  readonly onClose: () => void
}

interface Made {
  readonly fingerprint: string
  readonly number: string | null
}

export function VotingKeyPopup({ hasValid, onClose }: VotingKeyPopupProps) {
  const all = accountTexts.use()
  const texts = all.votes
  const me = useMe()
  const form = useForm({ fields: { label: { rules: [], maxLength: 40 }, code: optional } })
  const [kind, setKind] = useState<VotingKeyKind>('device')
  const [areLost, setLost] = useState(false)
  const [made, setMade] = useState<Made>()
  const takesCode = (me?.isFounder ?? false) && !hasValid
  const add = async () => {
    if (!me) return undefined
    const key = kind === 'device' ? await makeDeviceKey() : await makePasskey(me)
    if (key === null) return { ok: false, why: 'stopped', text: texts.closed } as const
    const code = form.values.code.trim()
    const answer = await call('/operators/addVotingKey', {
      kind,
      publicKey: key.publicKey,
      ...(key.credentialId === undefined ? {} : { credentialId: key.credentialId }),
      label: form.values.label.trim() || navigator.platform.slice(0, 40),
      replaces: areLost,
      ...(takesCode && code !== '' ? { code } : {}),
    })
    if (!answer.ok) return answer
    await key.keep(answer.data.key.keyId)
    return { ok: true, data: { fingerprint: key.fingerprint, number: answer.data.number } } as const
  }
  return (
    <FormPopup<Made>
      title={texts.addTitle}
      cancel={all.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={add}
      onDone={(key) => {
        setMade(key)
        return refresh('/operators/votingKeys')
      }}
      after={
        made && {
          title: texts.madeTitle,
          body: <MadeKey made={made} />,
          actions: <ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>,
        }
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
        <Field {...form.bind('label')} label={texts.label} />
        {takesCode ? <Field {...form.bind('code')} label={texts.code} help={texts.codeHelp} /> : null}
        {hasValid ? (
          <Checkbox checked={areLost} onChange={setLost}>
            {texts.lost}
          </Checkbox>
        ) : null}
      </div>
    </FormPopup>
  )
}

function MadeKey({ made: { fingerprint, number } }: { readonly made: Made }) {
  const texts = accountTexts.use().votes
  return (
    <>
      <p>{number === null ? texts.inForce : texts.waiting(number)}</p>
      <p className={styles.fingerprint}>
        <small>{texts.fingerprint}</small>
        <span className="mono">{fingerprintText(fingerprint)}</span>
      </p>
    </>
  )
}
