import { Card, Icon, Section, TextLink } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { ArticleLine } from './ArticleLine.tsx'
import { newsTexts } from './texts/index.ts'
import styles from './News.module.css'

const SHOWN = 3

/** The newest articles on the home screen. Without any, there is no part. */
export const HomeNews = () => {
  const texts = newsTexts.use()
  const { data } = useRead('/news/list', { count: SHOWN }, { quiet: true, staleTime: 60_000 })
  if (data === undefined || data.articles.length === 0) return null
  return (
    <Section
      title={texts.home}
      aside={
        <TextLink href="/home/moreNews" className={styles.more}>
          {texts.more}
          <Icon name="chevron" size={1} />
        </TextLink>
      }
    >
      <Card as="ul" rows>
        {data.articles.map((article) => (
          <li key={article.articleId}>
            <ArticleLine article={article} />
          </li>
        ))}
      </Card>
    </Section>
  )
}
