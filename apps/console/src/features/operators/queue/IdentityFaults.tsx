import type { IdentityDocument, IdentityFault, IdentityField } from '@fairlot/contract/identity'
import { fieldsOf } from '@fairlot/rules/identity'
import { queueTexts } from './texts/index.ts'
import styles from './RejectForm.module.css'

/** What is wrong with which field; fields that are not listed are correct. */
export type Faults = Readonly<Partial<Record<IdentityField, IdentityFault>>>

export const faultsOf = (
  faults: Faults,
): readonly { readonly field: IdentityField; readonly fault: IdentityFault }[] =>
  (Object.entries(faults) as [IdentityField, IdentityFault][]).map(([field, fault]) => ({ field, fault }))

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

/** Members read these in their own language, and send only the listed fields again. */
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
