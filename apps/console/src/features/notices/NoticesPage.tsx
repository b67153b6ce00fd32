import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { StatusChip, TextLink } from '@fairlot/ui'
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
import { CancelPopup } from './CancelPopup.tsx'
import { DraftForm } from './DraftForm.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { noticesTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'
import styles from './Notices.module.css'

type Notices = ConsoleDataOf<'/notices/sent'>

const sentAt = (row: Notices['sent'][number]) => <SentAt {...row} />

function SentAt({ at, isScheduled }: Notices['sent'][number]) {
  const texts = noticesTexts.use()
  return (
    <>
      {isScheduled ? <StatusChip tone="brand">{texts.scheduled}</StatusChip> : null} <Moment at={at} />
    </>
  )
}

export function NoticesPage() {
  const texts = noticesTexts.use()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const mayWrite = mayDo(useMe(), 'write-notices')
  const read = useRead('/notices/sent', {}, { every: 5_000 })
  if (pathname.endsWith('/new') && mayWrite) return <DraftForm />
  return (
    <div className={writing.page}>
      {mayWrite ? (
        <TopAside>
          <ConsoleButton small onPress={() => navigate('/notices/new')}>
            {texts.open}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <div className={writing.column}>
        <p className={writing.intro}>{texts.intro}</p>
        <Answered read={read}>{(notices) => <Lists notices={notices} />}</Answered>
      </div>
    </div>
  )
}

function Lists({ notices: { sent, waiting } }: { readonly notices: Notices }) {
  const texts = noticesTexts.use()
  const language = useLanguage()
  const mayWrite = mayDo(useMe(), 'write-notices')
  const [shown, setShown] = useState<string | null>(null)
  const [cancelled, setCancelled] = useState<string | null>(null)
  const open = sent.find(({ noticeId }) => noticeId === shown) ?? sent[0]
  return (
    <>
      {waiting.length === 0 ? null : (
        <section className={writing.card}>
          <h2 className={writing.heading}>{texts.waiting}</h2>
          <ul className={writing.waiting}>
            {waiting.map(({ reviewId, number, title, cancels, by, openedAt }) => (
              <li key={reviewId}>
                <TextLink inline href={`#/queue?kind=notice&review=${reviewId}`}>
                  <span className="mono">{number}</span> {title[language]}
                </TextLink>
                {cancels === null ? null : <StatusChip tone="warn">{texts.cancelling.tag}</StatusChip>}
                <small>{texts.waits(by, momentText(openedAt))}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={writing.split}>
        <section className={writing.card}>
          <h2 className={writing.heading}>{texts.sent}</h2>
          <ConsoleTable
            label={texts.sent}
            rows={sent}
            keyOf={({ noticeId }) => noticeId}
            here={open?.noticeId}
            name={{ title: texts.title, of: ({ title }) => title[language] }}
            onOpen={({ noticeId }) => setShown(noticeId)}
            columns={[
              { key: 'readers', title: texts.readers, right: true, cell: ({ readers }) => readers },
              { key: 'path', title: texts.path, wide: true, cell: ({ path }) => path ?? '—' },
              { key: 'at', title: texts.at, right: true, cell: sentAt },
            ]}
            empty={<p className={writing.intro}>{texts.empty}</p>}
          />
        </section>
        {open === undefined ? null : (
          <div>
            <NoticePreview
              notice={open}
              when={open.isScheduled ? momentText(open.at) : texts.published(momentText(open.at))}
            />
            {open.isScheduled && mayWrite && waiting.every(({ cancels }) => cancels !== open.noticeId) ? (
              <div className={styles.cancel}>
                <ConsoleButton kind="outline" onPress={() => setCancelled(open.noticeId)}>
                  {texts.cancelling.open}
                </ConsoleButton>
              </div>
            ) : null}
          </div>
        )}
      </div>
      {cancelled === null ? null : <CancelPopup noticeId={cancelled} onClose={() => setCancelled(null)} />}
    </>
  )
}
