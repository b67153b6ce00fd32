import { Card } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import type { Article } from './article.ts'
import { ArticleLine } from './ArticleLine.tsx'

/** Articles with the searched text in their title. */
export const useFoundNews = (text: string): readonly Article[] => {
  const { data } = useRead(
    '/news/search',
    { text },
    { enabled: text !== '', staleTime: 60_000, keep: true, quiet: true },
  )
  return text === '' || data === undefined ? [] : data.articles
}

export const FoundNews = ({ found }: { readonly found: readonly Article[] }) => (
  <Card as="ul" rows>
    {found.map((article) => (
      <li key={article.articleId}>
        <ArticleLine article={article} />
      </li>
    ))}
  </Card>
)
