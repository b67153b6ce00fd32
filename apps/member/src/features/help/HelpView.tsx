// The list of help pages by chapter, and a field that searches them; or one page.

import { Card, Empty, Icon, Row, Section } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { chapterNames, chapters } from './chapters.ts'
import { FoundPages } from './FoundPages.tsx'
import { helpPath } from './paths.ts'
import { helpTexts } from './texts/index.ts'
import { useFoundPages } from './use-found-pages.ts'
import styles from './Help.module.css'

const PageView = lazy(() => import('./HelpPageView.tsx').then((file) => ({ default: file.HelpPageView })))

export const HelpView = () => {
  const page = useSearch().get('page')
  if (page === null) return <ListView />
  return (
    <Suspense fallback={<RouteScreen>{null}</RouteScreen>}>
      <PageView name={page} />
    </Suspense>
  )
}

const ListView = () => {
  const texts = helpTexts.use()
  const [typed, setTyped] = useState('')
  return (
    <RouteScreen>
      <div className={styles.search} role="search">
        <Icon name="search" size={1.25} className={styles.glass} />
        <input
          type="search"
          className={styles.input}
          aria-label={texts.search}
          placeholder={texts.placeholder}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {typed === '' ? null : (
          <button
            type="button"
            className={styles.clear}
            aria-label={texts.clear}
            onClick={() => setTyped('')}
          >
            <Icon name="close" size={1.125} />
          </button>
        )}
      </div>
      {typed.trim() === '' ? <Chapters /> : <Found typed={typed.trim()} />}
    </RouteScreen>
  )
}

const Chapters = () => {
  const texts = helpTexts.use()
  return chapterNames.map((chapter) => (
    <Section
      key={chapter}
      title={texts.chapters[chapter]}
      aside={<span className={styles.count}>{texts.count(chapters[chapter].length)}</span>}
      small
    >
      <Card as="ul" rows>
        {chapters[chapter].map((page) => (
          <li key={page}>
            <Row title={texts.pages[page]} href={helpPath(page)} />
          </li>
        ))}
      </Card>
    </Section>
  ))
}

const Found = ({ typed }: { readonly typed: string }) => {
  const texts = helpTexts.use()
  const { nothing } = shellTexts.use()
  const found = useFoundPages(typed)
  if (found === undefined) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {found.length === 0 ? texts.none(typed) : texts.found(found.length)}
      </p>
      {found.length === 0 ? (
        <Empty nothing={nothing} text={texts.none(typed)} icon="search" />
      ) : (
        <div className={styles.found}>
          <FoundPages found={found} typed={typed} />
        </div>
      )}
    </>
  )
}
