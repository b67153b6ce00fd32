// The ceremony of one draw: the five steps, where its seed comes from, the announced failure rules and the release.

import { useLanguage } from '@fairlot/app-shell/language'
import { Note, Timeline, type TimelineStep } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import type { CeremonyData } from './ceremony-data.ts'
import { ReleasePopup } from './ReleasePopup.tsx'
import { Result } from './Result.tsx'
import { drawsTexts } from './texts/index.ts'
import styles from './Draws.module.css'

type Draw = CeremonyData['draw']

const EVERY_MS = 5_000

export function Ceremony({ drawId }: { readonly drawId: string }) {
  const read = useRead('/draws/ceremony', { drawId }, { every: EVERY_MS })
  return <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
}

function Shown({ data }: { readonly data: CeremonyData }) {
  const texts = drawsTexts.use()
  const language = useLanguage()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const [isProposing, setProposing] = useState(false)
  const { draw, proposal } = data
  return (
    <>
      <DetailHead
        meta={draw.isPractice ? `${texts.kinds[draw.kind]} · ${texts.practice}` : texts.kinds[draw.kind]}
        title={draw.title[language]}
        sub={draw.state === 'decided' ? texts.done : texts.lead}
      />
      {proposal === null ? null : (
        <div className={styles.note}>
          <OpenProposal kind="draw-release" proposal={proposal} />
        </div>
      )}
      {draw.void === null ? null : (
        <div className={styles.note}>
          <Note tone="crit">{texts.voided[draw.void.reason]}</Note>
        </div>
      )}
      <DetailPart title={texts.steps.title}>
        <Steps data={data} />
      </DetailPart>
      <Parts draw={draw} />
      {draw.state === 'decided' ? <Result data={data} /> : <Failure draw={draw} />}
      {draw.state === 'closed' && proposal === null && mayPropose ? (
        <DetailFoot>
          <ConsoleButton onPress={() => setProposing(true)}>{texts.release.open}</ConsoleButton>
        </DetailFoot>
      ) : null}
      {isProposing ? <ReleasePopup drawId={draw.drawId} onClose={() => setProposing(false)} /> : null}
    </>
  )
}

const order = ['committed', 'closed', 'released', 'decided'] as const

function Steps({ data }: { readonly data: CeremonyData }) {
  const { steps, beacon } = drawsTexts.use()
  const { draw, release } = data
  // A void draw stops where it was.
  const reached = draw.state === 'void' ? (draw.closedAt === null ? 0 : 1) : order.indexOf(draw.state)
  const stateOf = (step: number): TimelineStep['state'] => {
    if (step <= reached) return 'done'
    if (draw.state === 'void') return step === reached + 1 ? 'bad' : 'todo'
    return step === reached + 1 ? 'now' : 'todo'
  }
  const isLate = draw.round === draw.fallbackRound
  const name = beacon[draw.isPractice ? 'practice' : 'quicknet']
  return (
    <Timeline
      steps={[
        {
          key: 'commit',
          state: 'done',
          title: steps.commit.title,
          caption: steps.commit.text,
          time: momentText(draw.announcedAt),
        },
        {
          key: 'list',
          state: stateOf(1),
          title: steps.list.title,
          caption: draw.closedAt === null ? steps.list.open(draw.tickets) : steps.list.closed(draw.tickets),
          time: momentText(draw.closedAt ?? draw.closesAt),
        },
        {
          key: 'release',
          state: stateOf(2),
          title: steps.release.title,
          caption:
            release !== null
              ? steps.release.did(release.votes.map(({ by, at }) => `${by} ${momentText(at)}`).join(' · '))
              : isLate
                ? steps.release.late(momentText(draw.fallbackReleaseBy))
                : steps.release.by(momentText(draw.releaseBy)),
          ...(draw.release === null ? {} : { time: momentText(draw.release.releasedAt) }),
        },
        {
          key: 'round',
          state: draw.state === 'decided' ? 'done' : stateOf(3),
          title: steps.round.title,
          caption: steps.round.text(name, draw.round),
          time: momentText(draw.roundAt),
        },
        {
          key: 'order',
          state: draw.state === 'decided' ? 'done' : 'todo',
          title: steps.order.title,
          caption: steps.order.text(draw.places),
          ...(draw.decidedAt === null ? {} : { time: momentText(draw.decidedAt) }),
        },
      ]}
    />
  )
}

const short = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`

function Parts({ draw }: { readonly draw: Draw }) {
  const texts = drawsTexts.use().parts
  const parts = [
    { key: 'terms', label: texts.terms, value: short(draw.termsHash) },
    {
      key: 'secret',
      label: texts.secret,
      value: draw.release === null ? `${texts.sealed} ${short(draw.commitment)}` : short(draw.release.secret),
    },
    { key: 'root', label: texts.root, value: draw.root === null ? texts.notYet : short(draw.root) },
    {
      key: 'randomness',
      label: texts.randomness,
      value: draw.beacon === null ? texts.notYet : short(draw.beacon.randomness),
    },
    { key: 'seed', label: texts.seed, value: draw.seed === null ? '—' : short(draw.seed) },
  ]
  return (
    <DetailPart title={texts.title} aside={texts.aside}>
      <Facts items={parts} />
    </DetailPart>
  )
}

function Failure({ draw }: { readonly draw: Draw }) {
  const texts = drawsTexts.use().failure
  return (
    <DetailPart title={texts.title} aside={texts.aside(momentText(draw.announcedAt))}>
      <Facts
        items={[
          {
            key: 'first',
            label: texts.first(momentText(draw.releaseBy)),
            value: texts.firstThen(draw.fallbackRound),
          },
          { key: 'last', label: texts.last(momentText(draw.fallbackReleaseBy)), value: texts.lastThen },
          { key: 'late', label: texts.late, value: texts.lateThen },
        ]}
      />
    </DetailPart>
  )
}
