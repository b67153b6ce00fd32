import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './ConsoleTable.module.css'

export interface ConsoleColumn<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligns numbers. */
  readonly right?: boolean | undefined
  /** Hidden on a narrow page. */
  readonly wide?: boolean | undefined
}

export interface ConsoleTableName<Row> {
  readonly title: string
  readonly of: (row: Row) => string
  /** Text instead of a number: uses the text font. */
  readonly plain?: boolean | undefined
  /** A lighter line under the cell. */
  readonly sub?: ((row: Row) => ReactNode) | undefined
}

interface ConsoleTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly ConsoleColumn<Row>[]
  readonly keyOf: (row: Row) => string
  /** The row's name; it is the button when a row opens something. */
  readonly name: ConsoleTableName<Row>
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The row whose details are shown beside the table. */
  readonly here?: string | null | undefined
}

/** A console list: one line per row, the first cell opens it. */
export function ConsoleTable<Row>({
  label,
  rows,
  columns,
  keyOf,
  name,
  onOpen,
  here,
}: ConsoleTableProps<Row>) {
  return (
    <table className={cx(styles.table, onOpen !== undefined && styles.opens)} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name.title}</th>
          {columns.map(({ key, title, right, wide }) => (
            <th key={key} scope="col" className={cx(right && styles.right, wide && styles.wide)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          const isHere = key === here
          return (
            <tr key={key} className={cx(isHere && styles.here)} onClick={onOpen && (() => onOpen(row))}>
              <th scope="row">
                {onOpen === undefined ? (
                  <span className={cx(name.plain !== true && 'mono')}>{name.of(row)}</span>
                ) : (
                  <button
                    type="button"
                    className={cx(name.plain !== true && 'mono', styles.open)}
                    aria-current={isHere || undefined}
                    onClick={(event) => {
                      event.stopPropagation()
                      onOpen(row)
                    }}
                  >
                    {name.of(row)}
                  </button>
                )}
                {name.sub === undefined ? null : <small>{name.sub(row)}</small>}
              </th>
              {columns.map(({ key: column, cell, right, wide }) => (
                <td key={column} className={cx(right && styles.right, wide && styles.wide)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
