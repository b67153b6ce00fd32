import { Card, Section } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { ArticleLine } from './ArticleLine.tsx'
import { newsTexts } from './texts/index.ts'

/** Articles with the searched text in their title. Without any, there is no part. */
export const FoundNews = ({ text }: { readonly text: string }) => {
  const texts = newsTexts.use()
  const { data } = useRead(
    '/news/search',
    { text },
    { enabled: text !== '', staleTime: 60_000, keep: true, quiet: true },
  )
  if (text === '' || data === undefined || data.articles.length === 0) return null
  return (
    <Section title={texts.found}>
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
