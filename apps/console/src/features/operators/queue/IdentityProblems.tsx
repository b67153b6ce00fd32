import type { IdentityDocument, IdentityProblem, IdentityField } from '@fairlot/contract/identity'
import { fieldsOf } from '@fairlot/rules/identity'
import { queueTexts } from './texts/index.ts'
import styles from './RejectForm.module.css'

/** What is wrong with which field; fields that are not listed are correct. */
export type FieldProblems = Readonly<Partial<Record<IdentityField, IdentityProblem>>>

export const problemList = (
  problems: FieldProblems,
): readonly { readonly field: IdentityField; readonly problem: IdentityProblem }[] =>
  (Object.entries(problems) as [IdentityField, IdentityProblem][]).map(([field, problem]) => ({
    field,
    problem,
  }))

interface IdentityProblemsProps {
  readonly document: IdentityDocument
  readonly problems: FieldProblems
  readonly onChange: (problems: FieldProblems) => void
}

const pictureProblems: readonly IdentityProblem[] = [
  'unreadable',
  'glare',
  'cut-off',
  'expired',
  'wrong-document',
]
const textProblems: readonly IdentityProblem[] = ['does-not-match', 'unreadable']
const problemsFor: Readonly<Record<IdentityField, readonly IdentityProblem[]>> = {
  front: pictureProblems,
  back: pictureProblems,
  name: textProblems,
  number: textProblems,
  'birth-date': ['does-not-match', 'under-age'],
}

/** Members read these in their own language, and send only the listed fields again. */
export function IdentityProblems({ document, problems, onChange }: IdentityProblemsProps) {
  const { identity } = queueTexts.use().reject
  return (
    <fieldset className={styles.problems}>
      <legend>{identity.title}</legend>
      {fieldsOf(document).map((field) => (
        <label key={field}>
          <span>{identity.fields[field]}</span>
          <select
            value={problems[field] ?? ''}
            onChange={(event) => {
              const { [field]: _, ...others } = problems
              const problem = problemsFor[field].find((each) => each === event.target.value)
              onChange(problem === undefined ? others : { ...others, [field]: problem })
            }}
          >
            <option value="">{identity.fine}</option>
            {problemsFor[field].map((problem) => (
              <option key={problem} value={problem}>
                {identity.problems[problem]}
              </option>
            ))}
          </select>
        </label>
      ))}
      <small>{identity.help}</small>
    </fieldset>
  )
}
