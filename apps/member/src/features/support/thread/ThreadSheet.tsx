// One matter: what it is about, the promised time, messages and answers, the question whether it is solved.

import type { DataOf } from '@fairlot/contract'
import { supportRules } from '@fairlot/rules/support'
import { Button, Card, Icon, IconButton, Link, Sheet, SimulatedMark, StatusChip } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { hrefOf, iconOf } from '../about.ts'
import { aboutText } from '../ListSheet.tsx'
import { supportTexts } from '../texts/index.ts'
import { Composer } from './Composer.tsx'
import { Entries } from './Entries.tsx'
import { Promised } from './Promised.tsx'
import styles from './Thread.module.css'

type Read = DataOf<'/support/read'>

export const ThreadSheet = ({
  threadId,
  onClose,
}: {
  readonly threadId: string
  readonly onClose: () => void
}) => {
  const texts = supportTexts.use()
  const { close, back, simulated } = shellTexts.use()
  const site = useSite()
  const read = useRead('/support/read', { threadId })
  const title = read.data?.thread.title ?? texts.title
  const send = async (text: string, uploads: readonly string[], idempotencyKey: string) => {
    const answer = await call('/support/write', { threadId, text, uploads: [...uploads] }, { idempotencyKey })
    await refresh('/support/list', '/support/read')
    return answer.ok ? 'sent' : answer.why === 'refused' ? 'refused' : 'unanswered'
  }
  return (
    <Sheet
      open
      ground="page"
      onClose={onClose}
      title={title}
      closeLabel={close}
      subject={
        <div className={styles.head}>
          <IconButton name="back" label={back} onPress={onClose} />
          <b aria-hidden="true">{title}</b>
          {isSimulated(site) ? <SimulatedMark>{simulated.money}</SimulatedMark> : null}
        </div>
      }
      footer={<Composer onSend={send} withPictures />}
    >
      <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
    </Sheet>
  )
}

const Shown = ({ data }: { readonly data: Read }) => {
  const texts = supportTexts.use()
  const end = useRef<HTMLDivElement>(null)
  const { thread, entries } = data
  const count = entries.length
  useEffect(() => {
    if (count > 2) end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  return (
    <div className={styles.thread}>
      <AboutCard thread={thread} />
      <Entries entries={entries} />
      <Solved data={data} />
      {thread.state === 'closed' ? <p className={styles.fact}>{texts.reopen}</p> : null}
      <p className={styles.fact}>
        <Icon name="lock" size={0.875} /> {texts.kept(supportRules.keptDays.default / 365)}
      </p>
      <div ref={end} />
    </div>
  )
}

const AboutCard = ({ thread }: { readonly thread: Read['thread'] }) => {
  const texts = supportTexts.use()
  const { about, number, openedAt, dueAt } = thread
  const moment = useMoment()
  const href = about === null ? undefined : hrefOf(about)
  const content = (
    <>
      <span className={styles.tile}>
        <Icon name={about === null ? 'headset' : iconOf[about.kind]} />
      </span>
      <span className={styles.what}>
        <b>{about === null ? texts.topics[thread.topic] : aboutText(about, texts)}</b>
        <small>
          {texts.number(number)} · {moment(openedAt)}
        </small>
      </span>
      {about?.state == null || texts.aboutStates[about.state] === undefined ? null : (
        <StatusChip tone={about.state === 'pending' ? 'warn' : 'neutral'}>
          {texts.aboutStates[about.state]}
        </StatusChip>
      )}
      {href === undefined ? null : <Icon name="chevron" size={1.125} />}
    </>
  )
  return (
    <Card className={styles.about}>
      {href === undefined ? (
        <div className={styles.thing}>{content}</div>
      ) : (
        <Link href={href} className={styles.thing}>
          {content}
        </Link>
      )}
      {dueAt === null ? null : <Promised dueAt={dueAt} />}
    </Card>
  )
}

const Solved = ({ data }: { readonly data: Read }) => {
  const { rate } = supportTexts.use()
  const { thread, rating, canRate } = data
  const [key] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  const say = async (solved: boolean) => {
    if (busy) return
    setBusy(true)
    await call('/support/rate', { threadId: thread.threadId, solved }, { idempotencyKey: `${key}${solved}` })
    await refresh('/support/list', '/support/read')
    setBusy(false)
  }
  if (rating !== null)
    return (
      <p className={styles.fact}>
        <Icon name="check" size={0.875} /> {rating.solved ? rate.solved : rate.unsolved}
      </p>
    )
  if (!canRate) return null
  return (
    <Card pad as="section" className={styles.rate}>
      <b>{rate.question}</b>
      <Button small loading={busy} onPress={() => void say(true)}>
        {rate.yes}
      </Button>
      <Button small kind="outline" onPress={() => void say(false)}>
        {rate.no}
      </Button>
    </Card>
  )
}
