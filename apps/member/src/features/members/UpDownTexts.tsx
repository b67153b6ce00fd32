import { Triangle } from '@fairlot/ui'
import styles from './UpDownTexts.module.css'

interface Props {
  /** The convention to show; default: the one in force. */
  readonly convention?: 'tw' | 'west'
}

/** The two triangles in their colours: the only place where a convention is named by red and green. */
export const UpDownTexts = ({ convention }: Props) => (
  <span className={styles.pair}>
    <span className={convention === undefined ? styles.up : convention === 'tw' ? styles.red : styles.green}>
      <Triangle direction="up" />
    </span>
    <span
      className={convention === undefined ? styles.down : convention === 'tw' ? styles.green : styles.red}
    >
      <Triangle direction="down" />
    </span>
  </span>
)
