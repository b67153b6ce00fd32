import { Card, Row } from '@fairlot/ui'
import { Highlight } from '#shell/Highlight.tsx'
import type { FoundRule } from './use-found-rules.ts'
import styles from './FoundRules.module.css'

interface Props {
  readonly found: readonly FoundRule[]
  readonly typed: string
}

export const FoundRules = ({ found, typed }: Props) => (
  <Card as="ul" rows>
    {found.map(({ rule, title, reason }) => (
      <li key={rule}>
        <Row
          icon="doc"
          tile="well"
          title={<Highlight text={title} typed={typed} />}
          caption={
            <>
              <Highlight text={reason} typed={typed} />
              <span className={styles.id}>
                <Highlight text={rule} typed={typed} />
              </span>
            </>
          }
          href={`/user/aboutUs?view=rules&rule=${encodeURIComponent(rule)}`}
        />
      </li>
    ))}
  </Card>
)
