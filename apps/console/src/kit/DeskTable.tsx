import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './DeskTable.module.css'

export interface DeskColumn<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand under each other. */
  readonly right?: boolean | undefined
  /** Left out where the page is narrow. */
  readonly wide?: boolean | undefined
}

export interface DeskTableName<Row> {
  readonly title: string
  readonly of: (row: Row) => string
  /** A word and not a number: written as words are. */
  readonly plain?: boolean | undefined
  /** A lighter line under it. */
  readonly sub?: ((row: Row) => ReactNode) | undefined
}

interface DeskTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly DeskColumn<Row>[]
  readonly keyOf: (row: Row) => string
  /** What the row is called; the word one presses where a row opens something. */
  readonly name: DeskTableName<Row>
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The row whose details are shown beside the table. */
  readonly here?: string | null | undefined
}

/** A list at a desk: one line each, the first cell opens it. */
export function DeskTable<Row>({ label, rows, columns, keyOf, name, onOpen, here }: DeskTableProps<Row>) {
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
