// One article in full, in its newest version or an earlier one. A member who has it open long enough is counted once.

import type { DataOf } from '@fairlot/contract'
import { useLanguage } from '@fairlot/app-shell/language'
import { WrittenText } from '#shell/WrittenText.tsx'
import { ActionBar, Icon, IconButton, LinkButton, Note, StatusChip, TextLink, useToast } from '@fairlot/ui'
import { useEffect } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { useSession } from '#shell/session.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import { articlePath, countText, pictureUrl } from './article.ts'
import { newsTexts } from './texts/index.ts'
import { Versions } from './Versions.tsx'
import styles from './Article.module.css'

type Whole = DataOf<'/news/read'>

export const ArticleScreen = () => {
  const texts = newsTexts.use()
  const search = useSearch()
  const language = useLanguage()
  const toast = useToast()
  const articleId = search.get('id') ?? ''
  const version = Number(search.get('version'))
  const read = useRead('/news/read', {
    articleId,
    ...(Number.isInteger(version) && version >= 1 && version <= 100 ? { version } : {}),
  })
  const isOpened = search.get('version') !== null
  useReading(articleId, read.data?.withdrawn === null ? read.data.readSeconds : undefined)
  const share = async () => {
    const url = window.location.href
    try {
      if (typeof navigator.share === 'function')
        await navigator.share({ title: read.data?.article.title[language] ?? '', url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ text: texts.copied, tone: 'done' })
      }
    } catch {
      // The member closed the system's sheet.
    }
  }
  return (
    <RouteScreen
      ground="surface"
      trailing={<IconButton name="share" size={1.5} label={texts.share} onPress={() => void share()} />}
      footer={read.data === undefined ? undefined : <Ways whole={read.data} />}
    >
      <Answered read={read}>{(whole) => <Shown whole={whole} isOpened={isOpened} />}</Answered>
    </RouteScreen>
  )
}

const count = async (articleId: string): Promise<void> => {
  const answer = await call('/news/markRead', { articleId }, { quiet: true })
  if (answer.ok) await refresh('/news/read', '/news/list')
}

/** Counts the member after the seconds that the definition names, while the page is visible. */
const useReading = (articleId: string, seconds: number | undefined): void => {
  const isMember = useSession() !== null
  useEffect(() => {
    if (!isMember || seconds === undefined) return
    let left = seconds
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') left -= 1
      if (left > 0) return
      clearInterval(timer)
      void count(articleId)
    }, 1_000)
    return () => clearInterval(timer)
  }, [articleId, isMember, seconds])
}

interface ShownProps {
  readonly whole: Whole
  /** A withdrawn text is shown only on request. */
  readonly isOpened: boolean
}

const Shown = ({ whole, isOpened }: ShownProps) => {
  const { article, body, version, versions, withdrawn, readSeconds } = whole
  const texts = newsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const site = useSite()
  const newest = versions[0]
  return (
    <article className={styles.article}>
      <StatusChip tone="brand">{texts.topics[article.topic]}</StatusChip>
      <h2 className={styles.title}>{article.title[language]}</h2>
      <p className={styles.facts}>
        <span>
          {article.source === null ? `${siteTitle(site)} ${texts.editors}` : texts.sources[article.source]}
        </span>
        <span>{moment(article.at)}</span>
        <span>{texts.minutes(article.minutes[language])}</span>
        <span className={styles.readers}>
          <Icon name="eye" size={0.9375} />
          {texts.readers(countText(article.readers))}
        </span>
      </p>
      <Withdrawn whole={whole} isOpened={isOpened} />
      {newest !== undefined && version < newest.version ? (
        <div className={styles.note}>
          <Note tone="warn">
            {texts.oldVersion(version)}{' '}
            <TextLink href={articlePath(article.articleId)}>{texts.toNewest}</TextLink>
          </Note>
        </div>
      ) : newest?.note == null ? null : (
        <div className={styles.note}>
          <Note tone="warn">
            <b>{texts.correctedAt(moment(newest.at))}</b>
            {newest.note[language]}
          </Note>
        </div>
      )}
      {withdrawn !== null && !isOpened ? null : (
        <>
          {article.picture === null ? null : (
            <img className={styles.picture} src={pictureUrl(article.picture)} alt="" />
          )}
          <WrittenText text={body[language]} />
        </>
      )}
      <Source whole={whole} />
      <Versions articleId={article.articleId} shown={version} versions={versions} />
      <p className={styles.rule}>{texts.readersRule(readSeconds)}</p>
    </article>
  )
}

/** When and why it was taken back. */
const Withdrawn = ({ whole: { article, withdrawn, version }, isOpened }: ShownProps) => {
  const texts = newsTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  if (withdrawn === null) return null
  return (
    <div className={styles.note}>
      <Note tone="warn">
        <b>{texts.withdrawnAt(moment(withdrawn.at))}</b>
        {withdrawn.note[language]}{' '}
        {isOpened ? (
          texts.wasWithdrawn
        ) : (
          <TextLink href={articlePath(article.articleId, version)}>{texts.toWithdrawn}</TextLink>
        )}
      </Note>
    </div>
  )
}

/** Where an imported announcement comes from, with its page. */
const Source = ({ whole: { article, sourceUrl } }: { readonly whole: Whole }) => {
  const texts = newsTexts.use()
  if (article.source === null || sourceUrl === null) return null
  return (
    <p className={styles.source}>
      {texts.imported(texts.sources[article.source])}{' '}
      <a href={sourceUrl} target="_blank" rel="noopener noreferrer">
        {texts.original}
      </a>
    </p>
  )
}

/** To the rule that it explains, or to the stocks it is about. */
const Ways = ({ whole: { rule, symbols } }: { readonly whole: Whole }) => {
  const texts = newsTexts.use()
  const language = useLanguage()
  const [stock] = symbols
  if (rule === null && stock === undefined) return null
  return (
    <ActionBar>
      {rule === null ? null : (
        <LinkButton href={`/user/aboutUs?view=rules&rule=${encodeURIComponent(rule)}`} wide>
          {texts.toRule}
        </LinkButton>
      )}
      {stock === undefined ? null : (
        <LinkButton
          href={`/market/marketDetail?symbol=${stock.symbol}`}
          kind={rule === null ? 'primary' : 'quiet'}
          wide
        >
          {texts.toStock(language === 'tw' ? stock.nameTw : stock.symbol)}
        </LinkButton>
      )}
    </ActionBar>
  )
}
