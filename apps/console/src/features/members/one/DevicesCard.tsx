import { Moment } from '#kit/Moment.tsx'
import { StatusChip } from '@fairlot/ui'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

export function DevicesCard({ member: { sessions, devices } }: { readonly member: Member }) {
  const texts = membersTexts.use().devices
  return (
    <Card title={texts.title} aside={texts.known(devices.length)}>
      {sessions.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul className={styles.lines}>
        {sessions.map((one) => (
          <li key={one.sessionId}>
            <span>
              {one.label}
              <small className="num">{one.network}</small>
            </span>
            <span className={styles.end}>
              <StatusChip tone={one.isOpen ? 'brand' : 'neutral'}>
                {one.isOpen
                  ? texts.open
                  : ((one.endedFor === null ? undefined : texts.ended[one.endedFor]) ?? texts.over)}
              </StatusChip>
              <small className="num">
                <Moment at={one.lastSeenAt} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
