import type { Language } from '@fairlot/app-shell/language'
import { blocksOf } from '@fairlot/rules/notices'
import type { ReactNode } from 'react'
import styles from './OpenedText.module.css'

export type BothLanguages = Readonly<Record<Language, string>>

interface OpenedTextProps {
  readonly title: BothLanguages
  readonly body: BothLanguages
  readonly language: Language
  readonly when: string
  /** Above the title. */
  readonly picture?: ReactNode
}

/** An opened notice or article, with the parser of the member's screen. */
export const OpenedText = ({ title, body, language, when, picture }: OpenedTextProps) => (
  <article className={styles.opened}>
    {picture}
    <h3>{title[language] || '—'}</h3>
    <small>{when}</small>
    {blocksOf(body[language]).map((block, n) =>
      block.kind === 'heading' ? (
        <h4 key={n}>{block.text}</h4>
      ) : block.kind === 'text' ? (
        <p key={n}>{block.text}</p>
      ) : (
        <dl key={n}>
          {block.rows.map(([left, right]) => (
            <div key={left}>
              <dt>{left}</dt>
              <dd>{right}</dd>
            </div>
          ))}
        </dl>
      ),
    )}
  </article>
)
