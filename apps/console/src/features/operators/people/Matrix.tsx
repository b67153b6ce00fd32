import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { operatorRights, type OperatorRight } from '@fairlot/contract/operators'
import { Icon } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { peopleTexts } from './texts/index.ts'
import styles from './People.module.css'

/** Rights to propose: another operator must approve each proposal. */
const needsApproval: ReadonlySet<OperatorRight> = new Set([
  'propose-funds',
  'propose-market',
  'propose-rules',
  'propose-people',
])

/** A table of the rights of each role, as the server sends them. The last row says what no role can do. */
export function Matrix({ data }: { readonly data: ConsoleDataOf<'/operators/roleMatrix'> }) {
  const texts = peopleTexts.use()
  const { roles } = shellTexts.use()
  const { matrix } = texts
  const mark = (right: OperatorRight) =>
    right === 'open-personal' ? (
      <span className={styles.logged}>{matrix.logged}</span>
    ) : needsApproval.has(right) ? (
      <span className={styles.two}>{matrix.two}</span>
    ) : (
      <>
        <Icon name="check" size={1} weight={2} className={styles.yes} />
        <span className="visually-hidden">{matrix.can}</span>
      </>
    )
  return (
    <>
      <h2 className={styles.title}>
        {matrix.title}
        <small>{matrix.legend}</small>
      </h2>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={matrix.label}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              {data.roles.map(({ role }) => (
                <th key={role} scope="col">
                  {roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operatorRights.map((right) => (
              <tr key={right}>
                <th scope="row">{texts.rights[right]}</th>
                {data.roles.map(({ role, rights }) => (
                  <td key={role}>
                    {rights.includes(right) ? (
                      mark(right)
                    ) : (
                      <>
                        <span aria-hidden="true">·</span>
                        <span className="visually-hidden">{matrix.cannot}</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr className={styles.noRole}>
              <th scope="row">{matrix.noRole}</th>
              {data.roles.map(({ role }) => (
                <td key={role}>
                  <Icon name="blocked" size={1} />
                  <span className="visually-hidden">{matrix.noRoleCan}</span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className={styles.why}>{matrix.why}</p>
    </>
  )
}
