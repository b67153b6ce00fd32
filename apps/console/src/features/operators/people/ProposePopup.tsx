import { operatorRoles, type OperatorRole } from '@fairlot/contract/operators'
import { Checkbox, Field, Note, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { FormPopup } from '#kit/form/FormPopup.tsx'
import { optional, required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { Person } from './person.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

interface ProposePopupProps {
  /** Null proposes a new person. */
  readonly person: Person | null
  readonly onClose: () => void
}

const loginShape = /^[a-z][a-z0-9.-]{2,31}$/

/** The end of that day in Taiwan, as an instant. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+08:00`).toISOString()

export function ProposePopup({ person, onClose }: ProposePopupProps) {
  const texts = peopleTexts.use().propose
  const form = useProposal(person)
  const [roles, setRoles] = useState<ReadonlySet<OperatorRole>>(
    new Set(person?.roles.map(({ role }) => role) ?? []),
  )
  const [until, setUntil] = useState('')
  const [areRolesMissing, setRolesMissing] = useState(false)
  const [sent, setSent] = useState<string>()
  const send = () => {
    const isMissing = person === null && roles.size === 0
    setRolesMissing(isMissing)
    if (!form.validate() || isMissing) return undefined
    const { login, name, related, reason } = form.values
    const wanted = [...roles].map((role) => ({ role, until: until === '' ? null : endOf(until) }))
    return person === null
      ? call('/operators/proposeOperator', {
          login: login.trim(),
          name: name.trim(),
          roles: wanted,
          relatedAccounts: related.split(/[\s,]+/).filter(Boolean),
          reason: reason.trim(),
        })
      : call('/operators/proposeRoles', {
          operatorId: person.operatorId,
          roles: wanted,
          reason: reason.trim(),
        })
  }
  return (
    <FormPopup
      wide
      title={person === null ? texts.title : texts.changeTitle(person.name)}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={send}
      onDone={({ number }) => {
        setSent(number)
        return refresh('/operators/queue', '/operators/queueCounts')
      }}
      after={
        sent === undefined
          ? undefined
          : {
              title: texts.sentTitle,
              body: <Sent number={sent} isNew={person === null} />,
              actions: <ConsoleButton onPress={onClose}>{texts.done}</ConsoleButton>,
            }
      }
    >
      {person === null ? (
        <div className={styles.pair}>
          <Field {...form.bind('login')} label={texts.login} help={texts.loginHelp} required />
          <Field {...form.bind('name')} label={texts.name} required />
        </div>
      ) : null}
      <Roles roles={roles} onChange={setRoles} />
      <label className={styles.day}>
        <span className={styles.legend}>{texts.until}</span>
        <input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        <small>{texts.untilHelp}</small>
      </label>
      {person === null ? (
        <Field {...form.bind('related')} label={texts.related} help={texts.relatedHelp} />
      ) : (
        <Note>{texts.leave}</Note>
      )}
      <Field {...form.bind('reason')} label={texts.reason} help={texts.reasonHelp} multiline required />
      {areRolesMissing ? (
        <Note tone="crit" role="alert">
          {`${texts.roles}: ${texts.required}`}
        </Note>
      ) : null}
    </FormPopup>
  )
}

function Sent({ number, isNew }: { readonly number: string; readonly isNew: boolean }) {
  const texts = peopleTexts.use().propose
  return (
    <>
      <p>{texts.sent(number)}</p>
      {isNew ? <Note>{texts.code}</Note> : null}
    </>
  )
}

function useProposal(person: Person | null) {
  const texts = peopleTexts.use().propose
  return useForm({
    fields: {
      login:
        person === null
          ? {
              rules: [
                { required: true, message: texts.loginBad },
                { validator: (text) => loginShape.test(text.trim()), message: texts.loginBad },
              ],
            }
          : optional,
      name: person === null ? required(texts.required) : optional,
      related: optional,
      reason: required(texts.required),
    },
  })
}

interface RolesProps {
  readonly roles: ReadonlySet<OperatorRole>
  readonly onChange: (roles: ReadonlySet<OperatorRole>) => void
}

function Roles({ roles, onChange }: RolesProps) {
  const texts = peopleTexts.use().propose
  const names = shellTexts.use().roles
  const turn = (role: OperatorRole, isOn: boolean) => {
    const next = new Set(roles)
    if (isOn) next.add(role)
    else next.delete(role)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className={styles.legend}>{texts.roles}</legend>
      <div className={styles.choices}>
        {operatorRoles.map((role) => (
          <Checkbox key={role} checked={roles.has(role)} onChange={(checked) => turn(role, checked)}>
            {names[role]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
