import { Button, Evidence, Hash, Icon, Note, StatusChip } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { saveJson, shortHash } from '#features/audit'
import { useMoment } from '#shell/format.ts'
import { drawsTexts } from './texts/index.ts'
import type { Detail } from './use-draw-check.ts'
import styles from './Draws.module.css'

/** What is already fixed, so that a member can save it before the draw. */
export const BeforeDraw = ({ detail }: { readonly detail: Detail }) => {
  const texts = drawsTexts.use()
  const moment = useMoment()
  const { draw } = detail
  const { before } = texts
  const isClosed = draw.closedAt !== null
  const save = () =>
    saveJson(
      `fairlot-draw-${draw.drawId.slice(0, 8)}-commitment.json`,
      `${JSON.stringify({ format: 'fairlot draw commitment v1', ...detail }, null, 1)}\n`,
    )
  return (
    <>
      <p className={styles.together}>
        <Icon name="tasks" size={1.125} />
        {before.together}
      </p>
      <Evidence title={before.title}>
        <Item
          title={before.secret.title}
          chip={<StatusChip tone="brand">{draw.release === null ? before.locked : before.public}</StatusChip>}
          text={before.secret.text}
        >
          <p className={styles.small}>{texts.commitment}</p>
          <Hash text={shortHash(draw.commitment)} full={draw.commitment} copy={texts.hash} />
          <p className={styles.small}>{before.secret.at(moment(draw.announcedAt))}</p>
        </Item>
        <Item
          title={before.list.title}
          chip={
            <StatusChip tone={isClosed ? 'brand' : 'warn'}>
              {isClosed ? before.locked : before.open}
            </StatusChip>
          }
          text={
            draw.closedAt === null
              ? before.list.open(draw.tickets, moment(draw.closesAt))
              : before.list.closed(draw.tickets, moment(draw.closedAt))
          }
        >
          {draw.root === null ? null : (
            <>
              <p className={styles.small}>{texts.root}</p>
              <Hash text={shortHash(draw.root)} full={draw.root} copy={texts.hash} />
            </>
          )}
        </Item>
        <Item
          title={before.round.title}
          chip={<StatusChip>{before.later}</StatusChip>}
          text={before.round.text(
            before.round.names[draw.isPractice ? 'practice' : 'quicknet'],
            draw.round,
            moment(draw.roundAt),
          )}
        >
          {draw.isPractice ? null : <p>{before.round.unknown}</p>}
        </Item>
        <Button kind="quiet" wide icon="download" onPress={save}>
          {before.save}
        </Button>
      </Evidence>
      <Note>{before.failure(moment(draw.releaseBy), moment(draw.fallbackReleaseBy))}</Note>
    </>
  )
}

interface ItemProps {
  readonly title: string
  readonly chip: ReactNode
  readonly text: string
  readonly children?: ReactNode
}

const Item = ({ title, chip, text, children }: ItemProps) => (
  <div className={styles.item}>
    <div className={styles.line}>
      <h4>{title}</h4>
      {chip}
    </div>
    <p>{text}</p>
    {children}
  </div>
)
