// One placement: its terms, the member's application with its result, and how it was divided.

import { ActionBar, Button, Card, KeyValues, LinkButton, Note, Section, TextLink } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { placementCost } from '@fairlot/rules/placements'
import { lazy, Suspense, useState } from 'react'
import { CancelDialog } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { PlacementChip } from '../PlacementChip.tsx'
import { placementsTexts } from '../texts/index.ts'
import {
  type Application,
  cash,
  countText,
  type Detail,
  isOpenAt,
  type Placement,
  placementsMoved,
  standing,
  usePlacementChanges,
} from '../use-placements.ts'
import { Division } from './Division.tsx'
import styles from '../Placements.module.css'

const ApplySheet = lazy(() => import('../ApplySheet.tsx').then((file) => ({ default: file.ApplySheet })))

export const PlacementScreen = () => {
  usePlacementChanges()
  const placementId = useSearch().get('id') ?? ''
  const read = useRead('/placements/offer', { placementId }, { every: 10_000 })
  const language = useLanguage()
  const now = useNow(5_000)
  const [applying, setApplying] = useState(false)
  const { data } = read
  const isOpen = data !== undefined && isOpenAt(data.placement, now) && standing(data.placement) === null
  return (
    <RouteScreen
      {...(data === undefined
        ? {}
        : { heading: `${data.placement.name[language]} ${data.placement.symbol}` })}
      footer={isOpen ? <ApplyBar detail={data} onApply={() => setApplying(true)} /> : undefined}
    >
      <Answered read={read}>
        {({ placement }) => (
          <div className={styles.panel}>
            <Head placement={placement} />
            {placement.mine === null ? null : <Mine placement={placement} mine={placement.mine} />}
            {placement.mine?.allotment ? (
              <Division placement={placement} own={placement.mine} allotment={placement.mine.allotment} />
            ) : null}
            <Terms placement={placement} />
          </div>
        )}
      </Answered>
      <Suspense>
        {applying && data !== undefined ? (
          <ApplySheet detail={data} onClose={() => setApplying(false)} />
        ) : null}
      </Suspense>
    </RouteScreen>
  )
}

const ApplyBar = ({ detail, onApply }: { readonly detail: Detail; readonly onApply: () => void }) => {
  const texts = placementsTexts.use()
  return (
    <ActionBar>
      {detail.isVerified ? (
        <Button wide onPress={onApply}>
          {texts.apply}
        </Button>
      ) : (
        <LinkButton wide href="/user/bandCard">
          {texts.sheet.verify}
        </LinkButton>
      )}
    </ActionBar>
  )
}

const Head = ({ placement }: { readonly placement: Placement }) => {
  const texts = placementsTexts.use()
  const { kind, method } = placement
  return (
    <div className={styles.top}>
      <p className={styles.hero}>
        <span className="num">{formatPrice(BigInt(placement.price))}</span>
        <span className={styles.small}>{texts.price[kind]}</span>
      </p>
      <p className={styles.side}>
        <PlacementChip placement={placement} />
        <span className={styles.small}>{texts.of(texts.kinds[kind], texts.methods[method])}</span>
      </p>
    </div>
  )
}

const Terms = ({ placement }: { readonly placement: Placement }) => {
  const texts = placementsTexts.use()
  const { detail } = texts
  const language = useLanguage()
  const moment = useMoment()
  const day = useDay()
  const price = placement.market === null ? '—' : formatPrice(BigInt(placement.market))
  return (
    <Section title={detail.facts} small>
      <Card pad>
        <KeyValues
          items={[
            {
              key: 'total',
              label: texts.total[placement.kind],
              value: texts.lots(countText(placement.lots)),
            },
            { key: 'applied', label: texts.applied, value: texts.lots(countText(placement.appliedLots)) },
            { key: 'people', label: texts.people, value: texts.persons(countText(placement.applications)) },
            { key: 'market', label: detail.market, value: price },
            { key: 'seat', label: detail.seat, value: placement.seat[language] },
            { key: 'opens', label: detail.opens, value: moment(placement.opensAt) },
            { key: 'closes', label: texts.closes, value: moment(placement.closesAt) },
            { key: 'draws', label: detail.draws, value: moment(placement.drawsAt) },
            {
              key: 'delivers',
              label: detail.delivers,
              value: day(placement.settlesOn ?? placement.deliversOn),
            },
          ]}
        />
        <TextLink href={`/common/dividend3?view=draw&id=${placement.placementId}`}>
          {placement.state === 'allotted' || placement.state === 'allotting'
            ? detail.verify
            : detail.commitment}
        </TextLink>
      </Card>
    </Section>
  )
}

interface MineProps {
  readonly placement: Placement
  readonly mine: Application
}

const Mine = ({ placement, mine }: MineProps) => {
  const texts = placementsTexts.use()
  const { detail } = texts
  const moment = useMoment()
  if (mine.allotment && mine.state !== 'waiting') return <Result placement={placement} mine={mine} />
  const at = mine.decidedAt === null ? '' : moment(mine.decidedAt)
  const lots = texts.lots(countText(mine.lots))
  return (
    <Section title={detail.mine} small>
      <Card pad className={styles.card}>
        <p className={styles.line}>
          <strong>{lots}</strong>
          <span>{texts.own[mine.state]}</span>
        </p>
        {mine.state === 'waiting' ? <Waiting placement={placement} mine={mine} /> : null}
        {mine.state === 'cancelled' ? <p className={styles.small}>{detail.cancelled(at)}</p> : null}
        {mine.voidReason === null ? null : (
          <p className={styles.small}>{texts.voidReasons[mine.voidReason]}</p>
        )}
      </Card>
    </Section>
  )
}

const Waiting = ({ placement, mine }: MineProps) => {
  const texts = placementsTexts.use().detail
  const moment = useMoment()
  const now = useNow(5_000)
  const [asking, setAsking] = useState(false)
  const isOpen = isOpenAt(placement, now)
  const cancel = async (): Promise<boolean> => {
    const { applicationId } = mine
    const answer = await call(
      '/placements/cancel',
      { applicationId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await placementsMoved()
    return answer.ok
  }
  return (
    <>
      <KeyValues dense items={[{ key: 'held', label: texts.held, value: cash(mine.amount), sum: true }]} />
      <p className={styles.small}>
        {isOpen ? texts.waits(moment(placement.closesAt)) : texts.waitsDraw(moment(placement.drawsAt))}
      </p>
      {isOpen ? (
        <Button kind="quiet" small onPress={() => setAsking(true)}>
          {texts.cancel}
        </Button>
      ) : null}
      <CancelDialog open={asking} onClose={() => setAsking(false)} texts={texts.cancelling} onCancel={cancel}>
        {texts.cancelText(cash(mine.amount))}
      </CancelDialog>
    </>
  )
}

const Result = ({ placement, mine }: MineProps) => {
  const texts = placementsTexts.use()
  const { detail } = texts
  const day = useDay()
  const lots = mine.allotment?.lots ?? 0
  const paid = placementCost(placement.price, lots)
  const arrives = placement.kind === 'etf' ? detail.arrivesEtf : detail.arrives
  return (
    <>
      <p className={styles.result}>
        {lots === 0 ? detail.nothing : detail.result(texts.lots(countText(lots)))}
      </p>
      <Card pad>
        <KeyValues
          items={[
            { key: 'paid', label: detail.paid, value: formatMoney(paid) },
            { key: 'released', label: detail.released, value: formatMoney(BigInt(mine.amount) - paid) },
            { key: 'total', label: detail.total, value: cash(mine.amount), sum: true },
          ]}
        />
      </Card>
      {lots === 0 || placement.sellableOn === null ? null : (
        <>
          <Note>{arrives(day(placement.sellableOn))}</Note>
          <LinkButton kind="quiet" href={`/position/positionDetail?id=${mine.applicationId}`}>
            {detail.position}
          </LinkButton>
        </>
      )}
    </>
  )
}
