import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'
import styles from './SignedContent.module.css'

/** What the key signs, read from the hashed text itself, so that the server cannot show something else. */
export function SignedContent({ detail }: { readonly detail: ReviewDetail }) {
  const texts = queueTexts.use().pane
  return (
    <details className={styles.content}>
      <summary>{texts.content}</summary>
      <dl>
        {entriesOf(detail.payloadText).map(([name, value]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.hash}</dt>
          <dd className="mono">{detail.payloadHash}</dd>
        </div>
      </dl>
    </details>
  )
}

const entriesOf = (text: string): readonly (readonly [string, string])[] =>
  Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
