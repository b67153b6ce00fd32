import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Note } from '@fairlot/ui'
import { momentText } from '#shell/format.ts'
import { newsTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'

/** What the importer of announcements found last. Without an import there is nothing to show. */
export function Imports({ imports }: Pick<ConsoleDataOf<'/news/published'>, 'imports'>) {
  const texts = newsTexts.use()
  if (imports.length === 0) return null
  return (
    <section>
      <h3 className={writing.heading}>{texts.imports}</h3>
      {imports.map(({ feed, checkedAt, problem, added }) =>
        problem === null ? (
          <p key={feed} className={writing.intro}>
            {texts.imported(texts.feeds[feed], added, momentText(checkedAt))}
          </p>
        ) : (
          <Note key={feed} tone="warn">
            {texts.notImported(texts.feeds[feed], momentText(checkedAt))} {problem}
          </Note>
        ),
      )}
    </section>
  )
}
