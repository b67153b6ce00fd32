import { Delayed, Skeleton } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './Bones.module.css'

/** The shape of the page while its first answer is on the way. */
export const Bones = () => {
  const { loading } = shellTexts.use()
  return (
    <div role="status" aria-label={loading}>
      <Delayed>
        <div className={styles.bones}>
          <div className={styles.hero}>
            <span>
              <Skeleton width="9rem" height="2.5rem" />
              <Skeleton width="6rem" height="1rem" />
            </span>
            <Skeleton width="9rem" height="3.5rem" />
          </div>
          <Skeleton height="0.25rem" />
          <Skeleton height="14.625rem" round="0.5rem" />
          <Skeleton height="12rem" round="0.5rem" />
        </div>
      </Delayed>
    </div>
  )
}
