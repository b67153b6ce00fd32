// One notice in full. Opening marks it as read, which updates the bell and the list.

import { LinkButton, StatusChip } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { useEffect } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { useSession } from '#shell/session.ts'
import { WrittenText } from '#shell/WrittenText.tsx'
import { topicStyles } from './topic-style.ts'
import { noticesTexts } from './texts/index.ts'
import styles from './NoticeDetail.module.css'

type Whole = DataOf<'/notices/read'>

export const NoticeDetailScreen = () => {
  const noticeId = useSearch().get('id') ?? ''
  const isMember = useSession() !== null
  const read = useRead(isMember ? '/notices/read' : '/notices/readSite', { noticeId })
  const isThere = read.data !== undefined
  useEffect(() => {
    if (isMember && isThere) void refresh('/notices/list')
  }, [isMember, isThere, noticeId])
  return (
    <RouteScreen ground="surface">
      <Answered read={read}>{(whole) => <Shown whole={whole} />}</Answered>
    </RouteScreen>
  )
}

const tones = { plain: 'brand', brand: 'brand', warn: 'warn', crit: 'crit' } as const

const Shown = ({ whole: { notice, body } }: { readonly whole: Whole }) => {
  const texts = noticesTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  return (
    <article className={styles.article}>
      <StatusChip tone={tones[topicStyles[notice.topic].tone]}>{texts.kinds[notice.kind]}</StatusChip>
      <h2 className={styles.title}>{notice.title[language]}</h2>
      <p className={styles.when}>{texts.published(moment(notice.at))}</p>
      <WrittenText text={body[language]} />
      {notice.path === null ? null : (
        <div className={styles.way}>
          <LinkButton href={notice.path} wide>
            {texts.open}
          </LinkButton>
        </div>
      )}
    </article>
  )
}
