import { memberKinds, verificationStates } from '@fairlot/contract/members/states'
import { cx, Icon } from '@fairlot/ui'
import { membersTexts } from '../texts/index.ts'
import { addressOf, dayChoices, type MemberFilter, restrictedChoices } from './filter.ts'
import styles from './MemberList.module.css'

interface FiltersProps {
  readonly filter: MemberFilter
  readonly onTurn: (changes: Readonly<Record<string, string | null>>) => void
}

export function Filters({ filter, onTurn }: FiltersProps) {
  const all = membersTexts.use()
  const texts = all.filters
  const now = addressOf(filter)
  const days = dayChoices.map((count) => [String(count), texts.days(count)] as const)
  const isAny = Object.values(now).every((value) => value === null)
  return (
    <div className={styles.filters} role="group" aria-label={texts.label}>
      <Choice
        label={texts.state}
        value={now['restricted'] ?? null}
        none={texts.any}
        items={restrictedChoices.map(
          (kind) => [kind, kind === 'any' ? texts.restricted : all.restrictions[kind]] as const,
        )}
        onChoose={(restricted) => onTurn({ restricted })}
      />
      <Choice
        label={texts.identity}
        value={now['verification'] ?? null}
        none={texts.any}
        items={verificationStates.map((state) => [state, all.verification[state]] as const)}
        onChoose={(verification) => onTurn({ verification })}
      />
      <Choice
        label={texts.kind}
        value={now['kind'] ?? null}
        none={texts.any}
        items={memberKinds.map((kind) => [kind, all.kinds[kind]] as const)}
        onChoose={(kind) => onTurn({ kind })}
      />
      <Choice
        label={texts.seen}
        value={now['seen'] ?? null}
        none={texts.anyTime}
        items={days}
        onChoose={(seen) => onTurn({ seen })}
      />
      <Choice
        label={texts.joined}
        value={now['joined'] ?? null}
        none={texts.anyTime}
        items={days}
        onChoose={(joined) => onTurn({ joined })}
      />
      {isAny ? null : (
        <button type="button" className={styles.clear} onClick={() => onTurn(addressOf({}))}>
          {texts.clear}
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | null
  /** The label of the empty choice. */
  readonly none: string
  readonly items: readonly (readonly [string, string])[]
  readonly onChoose: (value: string | null) => void
}

const Choice = ({ label, value, none, items, onChoose }: ChoiceProps) => (
  <label className={cx(styles.choice, value !== null && styles.chosen)}>
    <span>{label}</span>
    <select
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{none}</option>
      {items.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" size={0.875} />
  </label>
)
