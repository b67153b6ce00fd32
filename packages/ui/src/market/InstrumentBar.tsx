import type { ReactNode } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import styles from './InstrumentBar.module.css'

interface InstrumentBarProps {
  readonly back: { readonly label: string; readonly onPress: () => void; readonly icon?: IconName }
  /** The instrument's name is the heading of its screen. */
  readonly name: string
  readonly code: string
  readonly mark?: ReactNode
  /** The price, once the large one has been scrolled out of view. The bar is then two lines high. */
  readonly price?: ReactNode
  readonly trailing?: ReactNode
  /** Content fixed under the bar, such as the tabs of the sections. */
  readonly below?: ReactNode
  /** One line with the price beside the name, for a phone in landscape. */
  readonly wide?: boolean | undefined
  /** Level of the heading; 1 on a separate screen. */
  readonly level?: 1 | 3 | undefined
}

export function InstrumentBar(props: InstrumentBarProps) {
  const { back, name, code, mark, price, trailing, below, wide = false, level = 1 } = props
  const Heading = `h${level}` as const
  return (
    <header className={cx(styles.bar, wide && styles.wide)}>
      <div className={cx(styles.line, price !== undefined && styles.two)}>
        <IconButton name={back.icon ?? 'back'} size={1.5} label={back.label} onPress={back.onPress} />
        <div className={styles.texts}>
          <div className={styles.subject}>
            <Heading className={styles.heading}>
              <span className={styles.name}>{name}</span>
              <span className={cx('num', styles.code)}>{code}</span>
            </Heading>
            {mark}
          </div>
          {price === undefined ? null : <div className={styles.price}>{price}</div>}
        </div>
        {trailing}
      </div>
      {below}
    </header>
  )
}
