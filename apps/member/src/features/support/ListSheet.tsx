import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { Button, Card, type IconName, Note, Row, Section, Sheet, StatusChip } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { type About, iconOf, type ShownAbout } from './about.ts'
import { AnswerTimesCard } from './AnswerTimes.tsx'
import { supportTexts } from './texts/index.ts'
import type { SupportTexts } from './texts/tw.ts'
import styles from './Support.module.css'

type Thread = DataOf<'/support/list'>['threads'][number]

interface Props {
  readonly covered: boolean
  readonly about?: About | undefined
  readonly onClose: () => void
  readonly onThread: (threadId: string) => void
  readonly onNew: (fraud: boolean) => void
  readonly onContact: () => void
}

const guides = [
  { key: 'withdrawals', icon: 'clock', href: '/user/FundingDetails?tab=withdrawal' },
  { key: 'restrictions', icon: 'lock', href: '/user/setting?view=restrictions' },
  { key: 'rules', icon: 'tasks', href: '/user/aboutUs?view=rules' },
  { key: 'draws', icon: 'shield-check', href: '/user/aboutUs?view=draws' },
] as const satisfies readonly { key: string; icon: IconName; href: string }[]

const tones = { waiting: 'warn', answered: 'brand', closed: 'neutral' } as const

export const ListSheet = ({ covered, about, onClose, onThread, onNew, onContact }: Props) => {
  const texts = supportTexts.use()
  const { close } = shellTexts.use()
  const read = useRead('/support/list', {})
  return (
    <Sheet
      open
      covered={covered}
      ground="page"
      onClose={onClose}
      title={texts.title}
      subject={
        <b className={styles.title} aria-hidden="true">
          {texts.title}
        </b>
      }
      closeLabel={close}
      footer={
        <Button wide onPress={() => onNew(false)}>
          {about === undefined ? texts.ask : texts.askThis}
        </Button>
      }
    >
      <div className={styles.stack}>
        <Answered read={read}>
          {({ threads, statistics }) => (
            <>
              <AnswerTimesCard statistics={statistics} />
              {threads.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
              <Threads
                title={texts.open}
                threads={threads.filter(({ state }) => state !== 'closed')}
                onThread={onThread}
              />
              <Threads
                title={texts.closed}
                threads={threads.filter(({ state }) => state === 'closed')}
                onThread={onThread}
              />
            </>
          )}
        </Answered>
        <Section title={texts.first} small>
          <div className={styles.guides}>
            {guides.map(({ key, icon, href }) => (
              <Card key={key}>
                <Row icon={icon} title={texts.guides[key]} href={href} chevron={false} />
              </Card>
            ))}
            <Card>
              <Row icon="headset" title={texts.contact} onPress={onContact} />
            </Card>
          </div>
        </Section>
        <Note tone="warn">
          {texts.safety}
          <button type="button" className={styles.report} onClick={() => onNew(true)}>
            {texts.report}
          </button>
          {texts.reportEnd}
        </Note>
      </div>
    </Sheet>
  )
}

interface ThreadsProps {
  readonly title: string
  readonly threads: readonly Thread[]
  readonly onThread: (threadId: string) => void
}

const Threads = ({ title, threads, onThread }: ThreadsProps) =>
  threads.length === 0 ? null : (
    <Section title={title} small>
      <Card rows>
        {threads.map((thread) => (
          <ThreadRow key={thread.threadId} thread={thread} onPress={() => onThread(thread.threadId)} />
        ))}
      </Card>
    </Section>
  )

const ThreadRow = ({ thread, onPress }: { readonly thread: Thread; readonly onPress: () => void }) => {
  const texts = supportTexts.use()
  const moment = useMoment()
  const { title, state, about, last, dueAt, lastAt } = thread
  return (
    <Row
      icon={about === null ? 'doc' : iconOf[about.kind]}
      tile={state === 'waiting' ? 'brand' : 'well'}
      title={title}
      chevron={false}
      caption={
        <span className={styles.captions}>
          {about === null ? null : <span>{aboutText(about, texts)}</span>}
          <span data-preview>{(last.isOwn ? texts.you : texts.us)(last.text)}</span>
        </span>
      }
      value={
        <span className={styles.chips}>
          <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>
          <small>{dueAt === null ? moment(lastAt) : texts.before(moment(dueAt))}</small>
        </span>
      }
      onPress={onPress}
    />
  )
}

export const aboutText = ({ kind, amount, currency, symbol }: ShownAbout, texts: SupportTexts): string =>
  [
    texts.about[kind],
    symbol,
    amount === null ? null : `${currency === 'TWD' ? 'NT$' : `${currency ?? ''} `}${formatMoney(amount)}`,
  ]
    .filter((part) => part !== null)
    .join(' ')
