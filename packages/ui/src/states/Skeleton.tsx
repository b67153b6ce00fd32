import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { Card } from '../content/Card.tsx'
import styles from './Skeleton.module.css'

const WAIT_MS = 300

const hidden: CSSProperties = { display: 'contents', visibility: 'hidden' }
const shown: CSSProperties = { display: 'contents' }

/**
 * Shows its children only after 300 ms, so that a quick answer does not flash a skeleton. Until then their place is
 * empty, so that nothing below them moves.
 */
export function Delayed({
  children,
  ms = WAIT_MS,
}: {
  readonly children: ReactNode
  readonly ms?: number | undefined
}) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return <span style={late ? shown : hidden}>{children}</span>
}

interface SkeletonProps {
  readonly width?: string | undefined
  readonly height?: string | undefined
  readonly round?: string | undefined
}

/** The shape of the coming content. Static: it neither shimmers nor pulses. */
export function Skeleton({ width = '100%', height = '0.75rem', round }: SkeletonProps) {
  return (
    <span
      className={styles.bone}
      style={{ width, height, ...(round === undefined ? {} : { borderRadius: round }) }}
    />
  )
}

/** A card of list rows being loaded. `label` is spoken. */
export function SkeletonRows({
  label,
  count = 4,
}: {
  readonly label: string
  readonly count?: number | undefined
}) {
  return (
    <div role="status" aria-label={label}>
      <Delayed>
        <Card rows>
          {Array.from({ length: count }, (_, index) => (
            <div key={index} className={styles.row}>
              <span className={styles.texts}>
                <Skeleton width="5.5rem" height="0.875rem" />
                <Skeleton width="3rem" height="0.625rem" />
              </span>
              <Skeleton width="4.5rem" height="1rem" />
            </div>
          ))}
        </Card>
      </Delayed>
    </div>
  )
}
