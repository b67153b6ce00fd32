import { Icon } from '@fairlot/ui'
import styles from './Start.module.css'

interface Props {
  readonly label: string
  readonly aside: string
  readonly value: string
  readonly verdict: string
  /** Slightly higher: the drawing behind it also begins higher. */
  readonly high?: boolean
}

export const ArtTag = ({ label, aside, value, verdict, high = false }: Props) => (
  <div className={styles.tag} data-high={high || undefined}>
    <div className={styles.tagHead}>
      <span>{label}</span>
      <span className="num">{aside}</span>
    </div>
    <div className={styles.tagValue}>{value}</div>
    <div className={styles.tagVerdict}>
      <Icon name="shield-check" size={1} />
      {verdict}
    </div>
  </div>
)
