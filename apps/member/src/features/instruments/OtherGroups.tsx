import { FoundPages } from '#features/help'
import { FoundNews } from '#features/news'
import { FoundRules } from '#features/site'
import { Section } from '@fairlot/ui'
import { instrumentsTexts } from './texts/index.ts'
import type { OtherKind, OtherResults } from './use-other-results.ts'
import styles from './Search.module.css'

interface Props {
  readonly results: OtherResults
  readonly kinds: readonly OtherKind[]
  readonly typed: string
  /** How many of each kind. */
  readonly limit?: number | undefined
}

/** One group for each kind with a result. */
export const OtherGroups = ({ results, kinds, typed, limit }: Props) => {
  const texts = instrumentsTexts.use()
  return kinds.map((kind) => {
    const count = results[kind].length
    if (count === 0) return null
    return (
      <Section
        key={kind}
        title={texts.groups[kind]}
        aside={<span className={styles.rule}>{texts.counts[kind](count)}</span>}
      >
        {kind === 'rules' ? <FoundRules found={results.rules.slice(0, limit)} typed={typed} /> : null}
        {kind === 'help' ? <FoundPages found={results.help.slice(0, limit)} typed={typed} /> : null}
        {kind === 'news' ? <FoundNews found={results.news.slice(0, limit)} /> : null}
      </Section>
    )
  })
}
