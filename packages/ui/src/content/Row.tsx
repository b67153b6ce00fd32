import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import { Link } from '../frame/Link.tsx'
import type { IconName } from '../icons.ts'
import styles from './Row.module.css'

interface RowProps {
  readonly title: ReactNode
  readonly caption?: ReactNode
  readonly icon?: IconName | undefined
  /** The icon on a square: `well` grey, `brand` indigo. */
  readonly tile?: 'well' | 'brand' | undefined
  /** Instead of an icon, such as an avatar. */
  readonly leading?: ReactNode
  /** Small grey text or a chip at the right, part of the row's target. */
  readonly value?: ReactNode
  /** A separate control at the right (switch, button): the row itself is then not clickable. */
  readonly trailing?: ReactNode
  readonly tall?: boolean | undefined
  readonly chevron?: boolean | undefined
  readonly href?: string | undefined
  readonly onPress?: (() => void) | undefined
  readonly tone?: 'plain' | 'crit' | undefined
}

export function Row(props: RowProps) {
  const { title, caption, icon, tile, leading, value, trailing, href, onPress, tone = 'plain' } = props
  const chevron = props.chevron ?? (href !== undefined || onPress !== undefined)
  const tall = props.tall ?? caption !== undefined
  const names = cx(styles.row, tall && styles.tall, tone === 'crit' && styles.crit)
  const content = (
    <>
      {leading}
      {icon === undefined ? null : tile === undefined ? (
        <Icon name={icon} className={styles.icon} />
      ) : (
        <span className={cx(styles.tile, styles[tile])}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        {caption === undefined ? null : <span className={styles.caption}>{caption}</span>}
      </span>
      {value === undefined ? null : <span className={styles.value}>{value}</span>}
      {trailing}
      {chevron ? <Icon name="chevron" size={1.125} className={styles.chevron} /> : null}
    </>
  )
  if (href !== undefined)
    return (
      <Link href={href} className={names} onClick={onPress}>
        {content}
      </Link>
    )
  if (onPress !== undefined)
    return (
      <button type="button" className={cx(names, styles.button)} onClick={onPress}>
        {content}
      </button>
    )
  return <div className={names}>{content}</div>
}
