// News by topic or of one stock. The first article of the whole list is large.

import { type NewsTopic, newsTopics } from '@fairlot/contract/news/states'
import { useLanguage } from '@fairlot/app-shell/language'
import { Card, Chip, Chips, Empty, IconButton, Link } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { NoticeBell } from '#features/notices'
import { Answered } from '#shell/Answered.tsx'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { type Article, articlePath } from './article.ts'
import { ArticleFacts, ArticleLine } from './ArticleLine.tsx'
import { newsTexts } from './texts/index.ts'
import { LeadPicture } from './Thumb.tsx'
import styles from './News.module.css'

const isTopic = (name: string | null): name is NewsTopic => newsTopics.some((topic) => topic === name)

export const NewsScreen = () => {
  const texts = newsTexts.use()
  const navigate = useNavigate()
  const search = useSearch()
  const setSearch = useSetSearch()
  const asked = search.get('topic')
  const topic = isTopic(asked) ? asked : undefined
  const symbol = search.get('symbol')?.slice(0, 10) || undefined
  const read = usePaged('/news/list', {
    ...(topic === undefined ? {} : { topic }),
    ...(symbol === undefined ? {} : { symbol }),
  })
  const seconds = read.data?.[0]?.readSeconds
  return (
    <RouteScreen
      trailing={
        <>
          <IconButton
            name="search"
            size={1.5}
            label={texts.search}
            onPress={() => navigate('/home/searchIndex')}
          />
          <NoticeBell />
        </>
      }
    >
      {symbol === undefined ? null : <h2 className={styles.ofStock}>{texts.ofStock(symbol)}</h2>}
      <div className={styles.topics}>
        <Chips label={texts.topicLabel}>
          <Chip selected={topic === undefined} onPress={() => setSearch('topic', '')}>
            {texts.all}
          </Chip>
          {newsTopics.map((each) => (
            <Chip key={each} selected={topic === each} onPress={() => setSearch('topic', each)}>
              {texts.topics[each]}
            </Chip>
          ))}
        </Chips>
      </div>
      <Answered read={read}>
        {(pages) => (
          <Articles
            articles={pages.flatMap(({ articles }) => articles)}
            none={symbol === undefined ? texts.none : texts.noneOfStock}
          />
        )}
      </Answered>
      <MoreButton read={read} className={styles.older}>
        {texts.older}
      </MoreButton>
      {seconds === undefined ? null : <p className={styles.rule}>{texts.readersRule(seconds)}</p>}
    </RouteScreen>
  )
}

const Articles = ({ articles, none }: { readonly articles: readonly Article[]; readonly none: string }) => {
  const { nothing } = shellTexts.use()
  const [first, ...others] = articles
  if (first === undefined) return <Empty nothing={nothing} text={none} icon="news" />
  return (
    <>
      <Lead article={first} />
      {others.length === 0 ? null : (
        <Card as="ul" rows className={styles.list}>
          {others.map((article) => (
            <li key={article.articleId}>
              <ArticleLine article={article} />
            </li>
          ))}
        </Card>
      )}
    </>
  )
}

const Lead = ({ article }: { readonly article: Article }) => {
  const language = useLanguage()
  return (
    <Card className={styles.lead}>
      <Link href={articlePath(article.articleId)} className={styles.leadLink}>
        <LeadPicture picture={article.picture} />
        <span className={styles.leadTexts}>
          <b className={styles.leadTitle}>{article.title[language]}</b>
          <ArticleFacts article={article} />
        </span>
      </Link>
    </Card>
  )
}
