import { Card, Row } from '@fairlot/ui'
import { Highlight } from '#shell/Highlight.tsx'
import { helpPath } from './paths.ts'
import type { FoundPage } from './search-pages.ts'

interface Props {
  readonly found: readonly FoundPage[]
  readonly typed: string
}

export const FoundPages = ({ found, typed }: Props) => (
  <Card as="ul" rows>
    {found.map(({ page, title, lead }) => (
      <li key={page}>
        <Row
          icon="help"
          tile="well"
          title={<Highlight text={title} typed={typed} />}
          caption={<Highlight text={lead} typed={typed} />}
          href={helpPath(page)}
        />
      </li>
    ))}
  </Card>
)
