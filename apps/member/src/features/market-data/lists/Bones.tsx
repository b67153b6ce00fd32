import { Delayed, Skeleton } from '@fairlot/ui'
import styles from './Bones.module.css'

/** Placeholder of a row that is loading. */
export const Bone = () => (
  <div className={styles.bone}>
    <span className={styles.boneText}>
      <Skeleton width="4rem" height="0.875rem" />
      <Skeleton width="5.5rem" height="0.625rem" />
    </span>
    <Skeleton width="3.5rem" height="1.25rem" />
    <Skeleton width="4.5rem" height="0.875rem" />
    <Skeleton width="4.75rem" height="1.75rem" round="0.5rem" />
  </div>
)

/** Placeholder of the list while it is loading, after 300 ms. */
export const Bones = ({ label, count = 9 }: { label: string; count?: number }) => (
  <div role="status" aria-label={label} className={styles.bones}>
    <Delayed>
      {Array.from({ length: count }, (_, at) => (
        <Bone key={at} />
      ))}
    </Delayed>
  </div>
)
