import { features } from '@fairlot/contract/features'
import { cx, Icon, IconButton } from '@fairlot/ui'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { toastFailure } from '#shell/messages.ts'
import { auditTexts } from './texts/index.ts'
import { actorNames, type AuditView, spans } from './view.ts'
import styles from './Filters.module.css'

interface FiltersProps {
  readonly view: AuditView
  readonly onTurn: (next: Partial<AuditView>) => void
  /** The list does not refresh on its own: each read is recorded in the audit trail. */
  readonly onAgain: () => void
}

export function Filters({ view, onTurn, onAgain }: FiltersProps) {
  const texts = auditTexts.use()
  const language = useLanguage()
  const people = useRead('/operators/listOperators', {}).data?.operators ?? []
  const turn = (next: Partial<AuditView>) => onTurn({ ...next, entry: null })
  return (
    <div className={styles.filters} role="group" aria-label={texts.filters.label}>
      <Choice
        label={texts.filters.who}
        value={view.who ?? ''}
        isSet={view.who !== null}
        onChange={(who) => turn({ who: who === '' ? null : who })}
      >
        <option value="">{texts.filters.everyone}</option>
        {actorNames.map((name) => (
          <option key={name} value={name}>
            {texts.by[name]}
          </option>
        ))}
        {people.map(({ operatorId, name, login }) => (
          <option key={operatorId} value={operatorId}>
            {name} · {login}
          </option>
        ))}
      </Choice>
      <Choice
        label={texts.filters.action}
        value={view.action?.split('.')[0] ?? ''}
        isSet={view.action !== null}
        onChange={(action) => turn({ action: action === '' ? null : action })}
      >
        <option value="">{texts.filters.everything}</option>
        {features.map(({ name, zh }) => (
          <option key={name} value={name}>
            {language === 'tw' ? `${zh} ${name}` : name}
          </option>
        ))}
      </Choice>
      <Choice
        label={texts.filters.time}
        value={view.span}
        isSet={view.span !== 'all'}
        onChange={(span) => turn({ span: spans.find((each) => each === span) ?? 'today' })}
      >
        {spans.map((span) => (
          <option key={span} value={span}>
            {texts.filters.times[span]}
          </option>
        ))}
      </Choice>
      <MemberField member={view.member} onFound={(member) => turn({ member })} />
      {(['review', 'request'] as const).map((name) =>
        view[name] === null ? null : (
          <button key={name} type="button" className={styles.set} onClick={() => turn({ [name]: null })}>
            {texts.filters[name]}
            <Icon name="close" size={0.875} />
            <span className="visually-hidden">{texts.filters.clear}</span>
          </button>
        ),
      )}
      <IconButton name="reload" label={texts.filters.again} onPress={onAgain} />
      <small className={styles.recorded}>{texts.filters.recorded}</small>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly isSet: boolean
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function Choice({ label, value, isSet, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={cx(styles.choice, isSet && styles.chosen)}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
      <Icon name="chevron-down" size={0.875} />
    </div>
  )
}

interface MemberFieldProps {
  readonly member: string | null
  readonly onFound: (memberId: string | null) => void
}

/** Full numbers only, as everywhere: operators cannot browse members. */
function MemberField({ member, onFound }: MemberFieldProps) {
  const texts = auditTexts.use().filters
  const id = useId()
  const [text, setText] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  if (member !== null)
    return (
      <button type="button" className={styles.set} onClick={() => onFound(null)}>
        {texts.member} <span className="mono">{member.slice(0, 8)}</span>
        <Icon name="close" size={0.875} />
        <span className="visually-hidden">{texts.clear}</span>
      </button>
    )
  const find = async () => {
    if (text.trim() === '') return
    const answer = await call('/operators/search', { text: text.trim() })
    if (!answer.ok) return toastFailure(answer)
    const found = answer.data.found.find(({ kind }) => kind === 'member')
    setUnknown(found === undefined)
    if (found !== undefined) onFound(found.id)
  }
  return (
    <form
      className={cx(styles.choice, isUnknown && styles.bad)}
      onSubmit={(event) => {
        event.preventDefault()
        void find()
      }}
    >
      <label htmlFor={id}>{texts.member}</label>
      <input
        id={id}
        value={text}
        placeholder={texts.memberHint}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? `${id}-none` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setUnknown(false)
        }}
      />
      {isUnknown ? (
        <span id={`${id}-none`} role="alert">
          {texts.memberNone}
        </span>
      ) : null}
    </form>
  )
}
