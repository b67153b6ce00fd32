import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Timeline.module.css'

export interface TimelineStep {
  readonly key: string
  readonly state: 'done' | 'now' | 'todo' | 'bad'
  readonly title: ReactNode
  readonly time?: string | undefined
  readonly caption?: ReactNode
  readonly actor?: { readonly text: string; readonly tone?: 'me' | 'warn' | undefined } | undefined
}

export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol>
      {steps.map((step) => (
        <li
          key={step.key}
          className={cx(styles.step, styles[step.state])}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <div className={styles.line}>
            <span>{step.title}</span>
            {step.time === undefined ? null : <span className={styles.time}>{step.time}</span>}
          </div>
          {step.caption === undefined && step.actor === undefined ? null : (
            <div className={styles.caption}>
              {step.actor === undefined ? null : (
                <span className={cx(styles.actor, step.actor.tone !== undefined && styles[step.actor.tone])}>
                  {step.actor.text}
                </span>
              )}
              {step.caption}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

interface ProgressStepsProps {
  /** Such as 第 2 步，共 3 步. */
  readonly label: string
  readonly steps: readonly string[]
  readonly current: number
}

export function ProgressSteps({ label, steps, current }: ProgressStepsProps) {
  return (
    <ol className={styles.progress} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(styles.part, index < current && styles.partDone, index === current && styles.partNow)}
          aria-current={index === current ? 'step' : undefined}
        >
          <i />
          {step}
        </li>
      ))}
    </ol>
  )
}
