import { operatorRoles, type OperatorRole } from '@fairlot/contract/operators'
import { Checkbox, Field, Note } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { Person } from './person.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

interface ProposePopupProps {
  /** Null proposes a new person. */
  readonly person: Person | null
  readonly onClose: () => void
}

type Name = 'login' | 'name' | 'related' | 'reason'
const loginShape = /^[a-z][a-z0-9.-]{2,31}$/

/** The end of that day in Taiwan, as an instant. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+08:00`).toISOString()

export function ProposePopup({ person, onClose }: ProposePopupProps) {
  const texts = peopleTexts.use().propose
  const roleNames = shellTexts.use().roles
  const id = useId()
  const [values, setValues] = useState<Readonly<Record<Name, string>>>({
    login: '',
    name: '',
    related: '',
    reason: '',
  })
  const [errors, setErrors] = useState<Readonly<Partial<Record<Name, string>>>>({})
  const [roles, setRoles] = useState<ReadonlySet<OperatorRole>>(
    new Set(person?.roles.map(({ role }) => role) ?? []),
  )
  const [until, setUntil] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<string>()
  const bind = (name: Name) => ({
    id: `${id}-${name}`,
    name,
    value: values[name],
    error: errors[name],
    onChange: (text: string) => {
      setValues((before) => ({ ...before, [name]: text }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: () => {},
  })
  const send = async () => {
    if (isBusy) return
    const login = values.login.trim()
    const wrong: Partial<Record<Name, string>> = {
      ...(person === null && !loginShape.test(login) ? { login: texts.loginBad } : {}),
      ...(person === null && values.name.trim() === '' ? { name: texts.required } : {}),
      ...(values.reason.trim() === '' ? { reason: texts.required } : {}),
    }
    setErrors(wrong)
    setFailure(person === null && roles.size === 0 ? `${texts.roles}: ${texts.required}` : undefined)
    if (Object.keys(wrong).length > 0 || (person === null && roles.size === 0)) return
    const wanted = [...roles].map((role) => ({ role, until: until === '' ? null : endOf(until) }))
    const reason = values.reason.trim()
    setBusy(true)
    const answer =
      person === null
        ? await call('/operators/proposeOperator', {
            login,
            name: values.name.trim(),
            roles: wanted,
            relatedAccounts: values.related.split(/[\s,]+/).filter(Boolean),
            reason,
          })
        : await call('/operators/proposeRoles', { operatorId: person.operatorId, roles: wanted, reason })
    setBusy(false)
    if (!answer.ok) return setFailure(await failureText(answer))
    setSent(answer.data.number)
    await refresh('/operators/queue', '/operators/queueCounts')
  }
  if (sent !== undefined)
    return (
      <Popup
        open
        onClose={onClose}
        title={texts.sentTitle}
        actions={<ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>}
      >
        <p>{texts.sent(sent)}</p>
        {person === null ? <Note>{texts.code}</Note> : null}
      </Popup>
    )
  return (
    <Popup
      open
      wide
      onClose={onClose}
      title={person === null ? texts.title : texts.changeTitle(person.name)}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </ConsoleButton>
        </>
      }
    >
      {person === null ? (
        <div className={styles.pair}>
          <Field {...bind('login')} label={texts.login} help={texts.loginHelp} required />
          <Field {...bind('name')} label={texts.name} required />
        </div>
      ) : null}
      <fieldset>
        <legend className={styles.legend}>{texts.roles}</legend>
        <div className={styles.choices}>
          {operatorRoles.map((role) => (
            <Checkbox
              key={role}
              checked={roles.has(role)}
              onChange={(checked) =>
                setRoles((before) => {
                  const next = new Set(before)
                  if (checked) next.add(role)
                  else next.delete(role)
                  return next
                })
              }
            >
              {roleNames[role]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <label className={styles.day}>
        <span className={styles.legend}>{texts.until}</span>
        <input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        <small>{texts.untilHelp}</small>
      </label>
      {person === null ? (
        <Field {...bind('related')} label={texts.related} help={texts.relatedHelp} />
      ) : (
        <Note>{texts.leave}</Note>
      )}
      <Field {...bind('reason')} label={texts.reason} help={texts.reasonHelp} multiline required />
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
    </Popup>
  )
}
