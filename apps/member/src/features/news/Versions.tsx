import type { DataOf } from '@fairlot/contract'
import { useLanguage } from '@fairlot/app-shell/language'
import { Section, TextLink } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { articlePath } from './article.ts'
import { newsTexts } from './texts/index.ts'
import styles from './Article.module.css'

interface Props {
  readonly articleId: string
  readonly shown: number
  readonly versions: DataOf<'/news/read'>['versions']
}

/** Every version of a corrected article, each a link. */
export const Versions = ({ articleId, shown, versions }: Props) => {
  const texts = newsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  if (versions.length < 2) return null
  return (
    <Section title={texts.versions} small>
      <ul className={styles.versions}>
        {versions.map(({ version, at, note }) => (
          <li key={version}>
            {version === shown ? (
              <b>{texts.version(version)}</b>
            ) : (
              <TextLink inline href={articlePath(articleId, version)}>
                {texts.version(version)}
              </TextLink>
            )}
            <span>{note === null ? texts.firstVersion : note[language]}</span>
            <small>{moment(at)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
