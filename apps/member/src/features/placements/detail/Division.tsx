// How a placement was divided, line by line, and the same calculation again on this phone.

import { Button, Card, Hash, KeyValues, Note, Section } from '@fairlot/ui'
import { saveJson, shortHash } from '#features/audit'
import { placementsTexts } from '../texts/index.ts'
import { type Application, countText, type Placement } from '../use-placements.ts'
import { useDivisionCheck } from './use-division-check.ts'
import styles from '../Placements.module.css'

interface Props {
  readonly placement: Placement
  readonly own: Application
  readonly allotment: NonNullable<Application['allotment']>
}

const digits = 1_000_000n

/** A quotient with six decimals, cut. */
const quotient = (over: bigint, under: bigint): string => {
  const whole = over / under
  return `${whole}.${String(((over % under) * digits) / under).padStart(6, '0')}`
}

export const Division = (props: Props) => {
  const { placement } = props
  const texts = placementsTexts.use().how
  const lines = useLines(props)
  return (
    <Section title={texts.title} small>
      <Card pad className={styles.card}>
        <p className={styles.small}>{texts.people(countText(placement.applications))}</p>
        <KeyValues dense items={lines} />
        {placement.method === 'pro-rata' ? <p className={styles.small}>{texts.ties}</p> : null}
        <Check placement={placement} />
      </Card>
    </Section>
  )
}

const useLines = ({ placement, own, allotment }: Props) => {
  const all = placementsTexts.use()
  const texts = all.how
  const lots = (count: number): string => all.lots(countText(count))
  const result = { key: 'result', label: all.got, value: lots(allotment.lots), sum: true }
  if (placement.method === 'lot') {
    const places = Math.floor(placement.lots / placement.minLots)
    return [
      { key: 'place', label: texts.place, value: texts.nth(countText(allotment.rank)) },
      { key: 'places', label: texts.places, value: countText(places) },
      result,
    ]
  }
  const ratio = {
    key: 'ratio',
    label: texts.ratio.label,
    value: `${countText(placement.lots)} ÷ ${countText(placement.appliedLots)}`,
  }
  if (placement.appliedLots <= placement.lots) return [ratio, { ...result, label: texts.fits }]
  const [offered, applied] = [BigInt(placement.lots), BigInt(placement.appliedLots)]
  const each = quotient(offered, applied)
  const share = quotient(offered * BigInt(own.lots), applied)
  const bases = placement.baseLots ?? 0
  const left = placement.lots - bases
  const rank = countText(allotment.rank)
  const more = allotment.rank <= left ? texts.more : texts.noMore
  return [
    ratio,
    { key: 'each', label: texts.ratio.each, value: each },
    { key: 'own', label: texts.own(countText(own.lots), each), value: share },
    { key: 'base', label: texts.base, value: lots(allotment.base) },
    { key: 'bases', label: texts.bases, value: lots(bases) },
    {
      key: 'left',
      label: texts.left(`${countText(placement.lots)} − ${countText(bases)}`),
      value: lots(left),
    },
    { key: 'rank', label: texts.rank(share.slice(share.indexOf('.'))), value: texts.nth(rank) },
    { ...result, label: more(rank, countText(left)) },
  ]
}

const Check = ({ placement }: { readonly placement: Placement }) => {
  const texts = placementsTexts.use().how
  const { check, run, table } = useDivisionCheck(placement)
  return (
    <>
      {placement.listHash === null ? null : (
        <div>
          <p className={styles.line}>
            <span>{texts.print}</span>
            <span className={styles.small}>{texts.printHint}</span>
          </p>
          <Hash text={shortHash(placement.listHash)} full={placement.listHash} copy={texts.hash} />
        </div>
      )}
      <div className={styles.line}>
        <Button kind="quiet" small loading={check.state === 'running'} onPress={run}>
          {check.state === 'ready' ? texts.check : texts.again}
        </Button>
        {table === undefined ? null : (
          <Button
            kind="quiet"
            small
            icon="download"
            onPress={() =>
              saveJson(
                `fairlot-placement-${placement.symbol}.json`,
                `${JSON.stringify({ format: 'fairlot placement v1', placement: { ...placement, mine: undefined }, rows: table }, null, 1)}\n`,
              )
            }
          >
            {texts.save}
          </Button>
        )}
      </div>
      <div role="status">
        {check.state === 'done' ? (
          <Note tone={check.isRight ? 'brand' : 'crit'}>
            {check.isRight ? texts.ok(countText(check.rows)) : texts.bad}
          </Note>
        ) : null}
        {check.state === 'failed' || check.state === 'impossible' ? (
          <Note tone="warn">{texts[check.state]}</Note>
        ) : null}
      </div>
    </>
  )
}
