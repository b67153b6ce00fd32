import type { PersonalField } from '@fairlot/contract/operators'
import { mayDo, useMe } from '#shell/session.ts'
import { membersTexts } from '../texts/index.ts'
import styles from './MemberView.module.css'

export type Opened = Readonly<Partial<Record<PersonalField, string>>>

export interface PersonalAccess {
  readonly opened: Opened
  readonly onOpen: (field: PersonalField) => void
}

interface PersonalProps {
  readonly field: PersonalField
  readonly masked: string
  /** The field's name, for screen readers. */
  readonly name: string
  readonly access: PersonalAccess
}

/** A masked value, and the button that opens it for a purpose. */
export function Personal({ field, masked, name, access }: PersonalProps) {
  const texts = membersTexts.use().one
  const me = useMe()
  const value = access.opened[field]
  return (
    <span className={styles.personal}>
      <span className="num">{value ?? masked}</span>
      {value === undefined && mayDo(me, 'open-personal') ? (
        <button type="button" className={styles.show} onClick={() => access.onOpen(field)}>
          {texts.show}
          <span className="visually-hidden"> {name}</span>
        </button>
      ) : null}
    </span>
  )
}
