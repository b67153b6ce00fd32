import { useLanguage } from '@fairlot/app-shell/language'
import { Link } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { type Article, articlePath, countText } from './article.ts'
import { newsTexts } from './texts/index.ts'
import { Thumb } from './Thumb.tsx'
import styles from './News.module.css'

/** What is current shows its time; what is to be studied shows how long that takes. */
const isCurrent = ({ topic }: Article): boolean => topic === 'platform' || topic === 'market'

export const ArticleFacts = ({ article }: { readonly article: Article }) => {
  const texts = newsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  return (
    <span className={styles.facts}>
      <span>{article.source === null ? texts.topics[article.topic] : texts.sources[article.source]}</span>
      <span>{isCurrent(article) ? moment(article.at) : texts.minutes(article.minutes[language])}</span>
      {article.isWithdrawn ? (
        <b>{texts.withdrawn}</b>
      ) : article.isCorrected ? (
        <span>{texts.corrected}</span>
      ) : null}
      <span>{texts.readers(countText(article.readers))}</span>
    </span>
  )
}

export const ArticleLine = ({ article }: { readonly article: Article }) => {
  const language = useLanguage()
  return (
    <Link href={articlePath(article.articleId)} className={styles.line}>
      <span className={styles.texts}>
        <span className={styles.title}>{article.title[language]}</span>
        <ArticleFacts article={article} />
      </span>
      <Thumb article={article} />
    </Link>
  )
}
