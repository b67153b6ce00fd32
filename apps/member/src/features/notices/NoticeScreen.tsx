// The member's notices, day by day. A guest sees the notices that are for everyone.

import { Card, Chip, Chips, cx, Empty, Icon, IconButton, Link, Section, TabStrip } from '@fairlot/ui'
import { taipeiDate } from '@fairlot/rules/calendar'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { minuteText } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { useSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { byDay, type Notice } from './by-day.ts'
import { noticesTexts } from './texts/index.ts'
import { topicStyles } from './topic-style.ts'
import { useNoticeNews } from './use-notice-news.ts'
import styles from './Notices.module.css'

const tabs = ['all', 'trading', 'funds', 'site'] as const
type Tab = (typeof tabs)[number]
const topics = ['fills', 'orders', 'alerts', 'margin', 'day-trading'] as const
type Topic = (typeof topics)[number]
const PANEL = 'notices-panel'
const isTopic = (name: string | null): name is Topic => topics.some((topic) => topic === name)
const isTab = (name: string | null): name is Tab => tabs.some((tab) => tab === name)

export const NoticeScreen = () => (useSession() === null ? <GuestNotices /> : <OwnNotices />)

const OwnNotices = () => {
  const texts = noticesTexts.use()
  const navigate = useNavigate()
  const search = useSearch()
  const asked = search.get('tab')
  const askedTopic = search.get('topic')
  const setSearch = useSetSearch()
  const tab: Tab = isTab(asked) ? asked : 'all'
  const topic = tab === 'trading' && isTopic(askedTopic) ? askedTopic : undefined
  const read = usePaged('/notices/list', {
    ...(tab === 'all' ? {} : { kind: tab }),
    ...(topic === undefined ? {} : { topic }),
  })
  useNoticeNews()
  const [busy, setBusy] = useState(false)
  const { unread = 0, unreadTrading = 0 } = read.data?.[0] ?? {}
  const counts: Partial<Record<Tab, number>> = { all: unread, trading: unreadTrading }
  const readAll = async () => {
    setBusy(true)
    const answer = await call('/notices/readAll', {})
    setBusy(false)
    if (answer.ok) await refresh('/notices/list')
  }
  return (
    <RouteScreen
      trailing={
        <IconButton
          name="sliders"
          size={1.5}
          label={texts.settings}
          onPress={() => navigate('/user/setting?view=notifications')}
        />
      }
    >
      <TabStrip
        label={texts.tabs.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({
          value,
          label: texts.tabs[value],
          ...((counts[value] ?? 0) > 0 ? { count: counts[value] } : {}),
        }))}
        panel={PANEL}
        trailing={
          <button
            type="button"
            className={styles.readAll}
            disabled={unread === 0 || busy}
            onClick={() => void readAll()}
          >
            {texts.readAll}
          </button>
        }
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        {tab === 'trading' ? (
          <Chips label={texts.topics.label}>
            <Chip selected={topic === undefined} onPress={() => setSearch('topic', '')}>
              {texts.topics.all}
            </Chip>
            {topics.map((value) => (
              <Chip key={value} selected={topic === value} onPress={() => setSearch('topic', value)}>
                {texts.topics[value]}
              </Chip>
            ))}
          </Chips>
        ) : null}
        <Answered read={read}>
          {(pages) => (
            <Days notices={pages.flatMap(({ notices }) => notices)} none={texts.none[topic ?? tab]} />
          )}
        </Answered>
        <MoreButton read={read} className={styles.older}>
          {texts.older}
        </MoreButton>
        {tab === 'trading' ? <p className={styles.kept}>{texts.kept}</p> : null}
      </div>
    </RouteScreen>
  )
}

const GuestNotices = () => {
  const texts = noticesTexts.use()
  const read = usePaged('/notices/siteList', {})
  return (
    <RouteScreen>
      <Answered read={read}>
        {(pages) => (
          <Days
            notices={pages.flatMap(({ notices }) => notices).map((one) => ({ ...one, isRead: true }))}
            none={texts.none.site}
          />
        )}
      </Answered>
      <MoreButton read={read} className={styles.older}>
        {texts.older}
      </MoreButton>
    </RouteScreen>
  )
}

const Days = ({ notices, none }: { readonly notices: readonly Notice[]; readonly none: string }) => {
  const texts = noticesTexts.use()
  const { nothing } = shellTexts.use()
  const day = useDay()
  const [today] = useState(() => taipeiDate(Date.now()))
  if (notices.length === 0) return <Empty nothing={nothing} text={none} icon="bell" />
  return byDay(notices).map(({ date, rows }) => (
    <Section key={date} title={date === today ? texts.today : day(date)} small>
      <Card as="ul" rows>
        {rows.map((notice) => (
          <li key={notice.noticeId}>
            <NoticeRow notice={notice} />
          </li>
        ))}
      </Card>
    </Section>
  ))
}

const NoticeRow = ({ notice }: { readonly notice: Notice }) => {
  const texts = noticesTexts.use()
  const language = useLanguage()
  const { icon, tone } = topicStyles[notice.topic]
  return (
    <Link
      href={`/home/noticeDetail?id=${notice.noticeId}`}
      className={cx(styles.row, !notice.isRead && styles.unread)}
    >
      <span className={cx(styles.tile, styles[tone])}>
        <Icon name={icon} size={1.25} />
      </span>
      <span className={styles.texts}>
        <span className={styles.top}>
          <span className={styles.title}>{notice.title[language]}</span>
          <span className={styles.time}>{minuteText(Date.parse(notice.at))}</span>
        </span>
        <span className={styles.summary}>{notice.summary[language]}</span>
      </span>
      {notice.isRead ? null : (
        <i className={styles.dot}>
          <span className="visually-hidden">{texts.unread}</span>
        </i>
      )}
    </Link>
  )
}
