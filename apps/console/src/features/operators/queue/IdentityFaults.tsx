import type { IdentityDocument, IdentityFault, IdentityField } from '@fairlot/contract/identity'
import { fieldsOf } from '@fairlot/rules/identity'
import { queueTexts } from './texts/index.ts'
import styles from './RejectForm.module.css'

/** What is wrong with which field; a field that is not named was all right. */
export type Faults = Readonly<Partial<Record<IdentityField, IdentityFault>>>

interface IdentityFaultsProps {
  readonly document: IdentityDocument
  readonly faults: Faults
  readonly onChange: (faults: Faults) => void
}

const pictureFaults: readonly IdentityFault[] = [
  'unreadable',
  'glare',
  'cut-off',
  'expired',
  'wrong-document',
]
const wordFaults: readonly IdentityFault[] = ['does-not-match', 'unreadable']
const faultsFor: Readonly<Record<IdentityField, readonly IdentityFault[]>> = {
  front: pictureFaults,
  back: pictureFaults,
  name: wordFaults,
  number: wordFaults,
  'birth-date': ['does-not-match', 'under-age'],
}

/** The member reads these in his own language, and sends only what is named here again. */
export function IdentityFaults({ document, faults, onChange }: IdentityFaultsProps) {
  const { identity } = queueTexts.use().reject
  return (
    <fieldset className={styles.faults}>
      <legend>{identity.title}</legend>
      {fieldsOf(document).map((field) => (
        <label key={field}>
          <span>{identity.fields[field]}</span>
          <select
            value={faults[field] ?? ''}
            onChange={(event) => {
              const { [field]: _, ...others } = faults
              const fault = faultsFor[field].find((each) => each === event.target.value)
              onChange(fault === undefined ? others : { ...others, [field]: fault })
            }}
          >
            <option value="">{identity.fine}</option>
            {faultsFor[field].map((fault) => (
              <option key={fault} value={fault}>
                {identity.faults[fault]}
              </option>
            ))}
          </select>
        </label>
      ))}
      <small>{identity.help}</small>
    </fieldset>
  )
}
