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

export interface ConsoleTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly ConsoleColumn<Row>[]
  readonly keyOf: (row: Row) => string
  /** The row's name; it is the button when a row opens something. */
  readonly name: ConsoleTableName<Row>
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The row whose details are shown beside the table. */
  readonly here?: string | null | undefined
  /** What stands in its place without rows. */
  readonly empty?: ReactNode
}

/** A console list: one line per row, the first cell opens it. */
export function ConsoleTable<Row>(props: ConsoleTableProps<Row>) {
  const { label, rows, columns, keyOf, name, onOpen, here, empty } = props
  if (rows.length === 0 && empty !== undefined) return empty
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
                <Name row={row} name={name} onOpen={onOpen} isHere={isHere} />
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

interface NameProps<Row> extends Pick<ConsoleTableProps<Row>, 'name' | 'onOpen'> {
  readonly row: Row
  readonly isHere: boolean
}

function Name<Row>({ row, name, onOpen, isHere }: NameProps<Row>) {
  const font = name.plain !== true && 'mono'
  if (onOpen === undefined) return <span className={cx(font)}>{name.of(row)}</span>
  return (
    <button
      type="button"
      className={cx(font, styles.open)}
      aria-current={isHere || undefined}
      onClick={(event) => {
        event.stopPropagation()
        onOpen(row)
      }}
    >
      {name.of(row)}
    </button>
  )
}
