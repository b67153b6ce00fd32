import { useLanguage } from '@fairlot/app-shell/language'
import { Icon, Link, TextLink } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { articlePath } from './article.ts'
import { ArticleFacts } from './ArticleLine.tsx'
import { newsTexts } from './texts/index.ts'
import styles from './News.module.css'

const SHOWN = 3

/** The newest articles about a stock, on its page. Without any, there is no part. */
export const StockNews = ({ symbol }: { readonly symbol: string }) => {
  const texts = newsTexts.use()
  const language = useLanguage()
  const { data } = useRead('/news/list', { symbol, count: SHOWN }, { quiet: true, staleTime: 60_000 })
  if (data === undefined || data.articles.length === 0) return null
  return (
    <section className={styles.stock} aria-label={texts.stockNews}>
      <div className={styles.stockHead}>
        <h2>{texts.stockNews}</h2>
        <TextLink href={`/home/moreNews?symbol=${symbol}`} className={styles.more}>
          {texts.more}
          <Icon name="chevron" size={1} />
        </TextLink>
      </div>
      <ul>
        {data.articles.map((article) => (
          <li key={article.articleId}>
            <Link href={articlePath(article.articleId)} className={styles.line}>
              <span className={styles.texts}>
                <span className={styles.title}>{article.title[language]}</span>
                <ArticleFacts article={article} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
