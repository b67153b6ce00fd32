import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { useAddress } from '../use-address.ts'
import { centsOf, noFilter } from './list-filter.ts'
import { useSearchText } from './search-text.ts'
import { SearchBox } from './SearchBox.tsx'
import { filterTexts } from './texts/index.ts'
import styles from './Filter.module.css'

interface ListFilterBarProps {
  /** What the search box finds. */
  readonly hint: string
  readonly withDates?: boolean | undefined
  readonly withAmounts?: boolean | undefined
  /** Id and name of each. */
  readonly channels?: readonly (readonly [string, string])[] | undefined
  /** Further fields, after the others. */
  readonly children?: ReactNode
  /** At the end of the bar: the export. */
  readonly end?: ReactNode
}

/** Search, dates, amounts and channel of a list. */
export function ListFilterBar(props: ListFilterBarProps) {
  const { hint, withDates = true, withAmounts = false, channels, children, end } = props
  const texts = filterTexts.use()
  const address = useAddress()
  const get = (name: string): string => address.get(name) ?? ''
  const turn = (name: string, value: string) =>
    address.turn({ [name]: value === '' ? null : value, id: null })
  const [text, search] = useSearchText()
  const isSet = text !== '' || Object.keys(noFilter).some((name) => get(name) !== '')
  const clear = () => {
    search('')
    address.turn({ ...noFilter, text: null, id: null })
  }
  const [from, to] = [get('from'), get('to')]
  const areDatesBad = from !== '' && to !== '' && to < from
  const isBad = (name: string): boolean => get(name) !== '' && centsOf(get(name)) === null
  return (
    <div className={styles.bar} role="group" aria-label={texts.label}>
      <SearchBox hint={hint} value={text} onSearch={search} />
      {withDates
        ? (['from', 'to'] as const).map((name) => (
            <Field key={name} label={texts[name]} isSet={get(name) !== ''} isBad={areDatesBad}>
              <input
                type="date"
                value={get(name)}
                aria-invalid={areDatesBad || undefined}
                onChange={(event) => turn(name, event.target.value)}
              />
            </Field>
          ))
        : null}
      {withAmounts
        ? (['min', 'max'] as const).map((name) => (
            <Field key={name} label={texts[name]} isSet={get(name) !== ''} isBad={isBad(name)} isAmount>
              <input
                inputMode="decimal"
                className="num"
                maxLength={16}
                value={get(name)}
                aria-invalid={isBad(name) || undefined}
                onChange={(event) => turn(name, event.target.value)}
              />
            </Field>
          ))
        : null}
      {channels === undefined ? null : (
        <Field label={texts.channel} isSet={get('channel') !== ''}>
          <select value={get('channel')} onChange={(event) => turn('channel', event.target.value)}>
            <option value="">{texts.any}</option>
            {channels.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {children}
      {isSet ? (
        <button type="button" className={styles.clear} onClick={clear}>
          {texts.clear}
        </button>
      ) : null}
      {areDatesBad ? (
        <span role="alert" className={styles.error}>
          {texts.datesBad}
        </span>
      ) : isBad('min') || isBad('max') ? (
        <span role="alert" className={styles.error}>
          {texts.amountBad}
        </span>
      ) : null}
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly isSet: boolean
  readonly isBad?: boolean
  readonly isAmount?: boolean
  readonly children: ReactNode
}

/** A labelled field of a filter bar. */
export const Field = ({ label, isSet, isBad = false, isAmount = false, children }: FieldProps) => (
  <label className={cx(styles.field, isAmount && styles.amount, isBad ? styles.bad : isSet && styles.set)}>
    <span>{label}</span>
    {children}
  </label>
)
