import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type NewsTopic, newsTopics } from '@fairlot/contract/news/states'
import { Chip, Chips, Note, StatusChip, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { DraftForm } from './DraftForm.tsx'
import { Imports } from './Imports.tsx'
import { NewsPreview } from './NewsPreview.tsx'
import { newsTexts } from './texts/index.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import writing from '#kit/writing/Writing.module.css'
import styles from './News.module.css'

type Published = ConsoleDataOf<'/news/published'>
type Article = Published['articles'][number]

const at = (row: Article) => <At {...row} />

/** Cancelled before its time, or withdrawn later. */
const isCancelled = ({ at: when, withdrawn }: Article): boolean => withdrawn !== null && withdrawn.at < when

function At(row: Article) {
  const { at: when, isScheduled, version, withdrawn } = row
  const texts = newsTexts.use()
  return (
    <>
      {isScheduled ? <StatusChip tone="brand">{texts.scheduled}</StatusChip> : null}
      {withdrawn === null ? null : (
        <StatusChip tone="warn">{isCancelled(row) ? texts.cancelled : texts.withdrawn}</StatusChip>
      )}
      {version > 1 ? <StatusChip tone="warn">{texts.version(version)}</StatusChip> : null}{' '}
      <Moment at={when} />
    </>
  )
}

export function NewsPage() {
  const texts = newsTexts.use()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const mayWrite = mayDo(useMe(), 'write-notices')
  const [topic, setTopic] = useState<NewsTopic>()
  const read = useRead('/news/published', topic === undefined ? {} : { topic }, { every: 5_000 })
  if (pathname.endsWith('/new') && mayWrite) {
    const asked = new URLSearchParams(search)
    const corrected = asked.get('corrects')
    const withdrawn = asked.get('withdraws')
    if (corrected === null && withdrawn === null) return <DraftForm />
    return (
      <Answered read={read}>
        {({ articles }) => {
          const article = articles.find(({ articleId }) => articleId === (withdrawn ?? corrected))
          return withdrawn !== null && article !== undefined ? (
            <WithdrawForm article={article} />
          ) : (
            <DraftForm article={article} />
          )
        }}
      </Answered>
    )
  }
  return (
    <div className={writing.page}>
      {mayWrite ? (
        <TopAside>
          <ConsoleButton small onPress={() => navigate('/news/new')}>
            {texts.open}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <div className={writing.column}>
        <p className={writing.intro}>{texts.intro}</p>
        <Chips label={texts.topicLabel}>
          <Chip selected={topic === undefined} onPress={() => setTopic(undefined)}>
            {texts.all}
          </Chip>
          {newsTopics.map((each) => (
            <Chip key={each} selected={topic === each} onPress={() => setTopic(each)}>
              {texts.topics[each]}
            </Chip>
          ))}
        </Chips>
        <Answered read={read}>{(published) => <Lists published={published} />}</Answered>
      </div>
    </div>
  )
}

function Lists({ published: { articles, waiting, imports } }: { readonly published: Published }) {
  const texts = newsTexts.use()
  const language = useLanguage()
  const [shown, setShown] = useState<string | null>(null)
  const open = articles.find(({ articleId }) => articleId === shown) ?? articles[0]
  return (
    <>
      <Waiting waiting={waiting} />
      <div className={writing.split}>
        <section className={writing.card}>
          <h2 className={writing.heading}>{texts.published}</h2>
          <ConsoleTable
            label={texts.published}
            rows={articles}
            keyOf={({ articleId }) => articleId}
            here={open?.articleId}
            name={{ title: texts.title, of: ({ title }) => title[language] }}
            onOpen={({ articleId }) => setShown(articleId)}
            columns={[
              { key: 'topic', title: texts.topic, cell: ({ topic }) => texts.topics[topic] },
              { key: 'readers', title: texts.readers, right: true, cell: ({ readers }) => readers },
              { key: 'at', title: texts.at, right: true, cell: at },
            ]}
            empty={<p className={writing.intro}>{texts.empty}</p>}
          />
          <p className={writing.intro}>{texts.readersRule}</p>
          <Imports imports={imports} />
        </section>
        {open === undefined ? null : <Opened article={open} waiting={waiting} />}
      </div>
    </>
  )
}

function Waiting({ waiting }: Pick<Published, 'waiting'>) {
  const texts = newsTexts.use()
  const language = useLanguage()
  if (waiting.length === 0) return null
  return (
    <section className={writing.card}>
      <h2 className={writing.heading}>{texts.waiting}</h2>
      <ul className={writing.waiting}>
        {waiting.map(({ reviewId, number, title, corrects, isWithdrawal, by, openedAt }) => (
          <li key={reviewId}>
            <TextLink inline href={`#/queue?kind=news&review=${reviewId}`}>
              <span className="mono">{number}</span> {title[language]}
            </TextLink>
            {corrects === null ? null : <StatusChip tone="warn">{texts.correction}</StatusChip>}
            {isWithdrawal ? <StatusChip tone="warn">{texts.withdrawal}</StatusChip> : null}
            <small>{texts.waits(by, momentText(openedAt))}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OpenedProps {
  readonly article: Article
  readonly waiting: Published['waiting']
}

function Opened({ article, waiting }: OpenedProps) {
  const texts = newsTexts.use()
  const navigate = useNavigate()
  const mayWrite = mayDo(useMe(), 'write-notices')
  const isWaiting = waiting.some(({ articleId }) => articleId === article.articleId)
  return (
    <div>
      <NewsPreview
        article={article}
        when={article.isScheduled ? momentText(article.at) : texts.publishedAt(momentText(article.at))}
      />
      <Withdrawn article={article} />
      {mayWrite && article.withdrawn === null && !isWaiting ? (
        <div className={styles.correct}>
          {article.source === null ? (
            <ConsoleButton kind="outline" onPress={() => navigate(`/news/new?corrects=${article.articleId}`)}>
              {texts.correct}
            </ConsoleButton>
          ) : null}
          <ConsoleButton kind="outline" onPress={() => navigate(`/news/new?withdraws=${article.articleId}`)}>
            {article.isScheduled ? texts.cancelScheduled : texts.withdraw}
          </ConsoleButton>
        </div>
      ) : null}
    </div>
  )
}

function Withdrawn({ article }: { readonly article: Article }) {
  const texts = newsTexts.use()
  const language = useLanguage()
  if (article.withdrawn === null) return null
  const { at: when, note } = article.withdrawn
  return (
    <Note tone="warn">
      <b>{(isCancelled(article) ? texts.cancelledAt : texts.withdrawnAt)(momentText(when))}</b>{' '}
      {note[language]}
    </Note>
  )
}
