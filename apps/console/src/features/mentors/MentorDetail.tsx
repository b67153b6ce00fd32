import { mentorTradeKinds } from '@fairlot/contract/mentors/states'
import { formatMoney } from '@fairlot/money'
import { conditionsOf, thresholdOf } from '@fairlot/rules/mentors'
import { useLanguage } from '@fairlot/app-shell/language'
import { DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import { countText, type Mentor, percentText } from './mentor.ts'
import { mentorsTexts } from './texts/index.ts'
import styles from './Mentors.module.css'

export function MentorDetail({ mentor }: { readonly mentor: Mentor }) {
  const all = mentorsTexts.use()
  const texts = all.detail
  const language = useLanguage()
  const { figures, level, levelBefore, strategy, follow, member } = mentor
  return (
    <>
      <DetailHead meta={member.number} title={mentor.name} sub={member.name ?? member.account} />
      <DetailPart title={texts.strategy}>
        <p className={styles.strategy}>{strategy[language] || strategy.tw || strategy.en}</p>
      </DetailPart>
      {figures === null ? (
        <PageNote>{texts.noFigures}</PageNote>
      ) : (
        <>
          <Thresholds mentor={mentor} />
          <DetailPart title={texts.figures(figures.date)}>
            <Facts
              items={[
                { key: 'profit', label: all.profit, value: formatMoney(figures.profit) },
                { key: 'time', label: all.return, value: percentText(figures.timeBp) },
                { key: 'money', label: texts.money, value: percentText(figures.moneyBp) },
                { key: 'day', label: texts.day, value: percentText(figures.dayBp) },
                { key: 'exposure', label: texts.exposure, value: percentText(figures.exposureBp) },
                { key: 'fills', label: texts.fills, value: countText(figures.fills) },
                { key: 'capital', label: texts.capital, value: formatMoney(figures.capital) },
                { key: 'before', label: texts.before, value: all.levels[levelBefore ?? level ?? 'none'] },
              ]}
            />
          </DetailPart>
          <DetailPart title={texts.apart}>
            <Facts
              items={mentorTradeKinds.map((kind) => ({
                key: kind,
                label: texts.kinds[kind],
                value: texts.closed(
                  countText(figures.trades[kind].closed),
                  formatMoney(figures.trades[kind].realised),
                ),
              }))}
            />
          </DetailPart>
        </>
      )}
      <DetailPart title={texts.follow}>
        <Facts
          items={[
            { key: 'scale', label: all.scale, value: formatMoney(follow.scale) },
            { key: 'cumulative', label: texts.cumulative, value: formatMoney(follow.cumulative) },
          ]}
        />
      </DetailPart>
    </>
  )
}

/** The conditions of the level, or of junior for one below it. */
function Thresholds({ mentor }: { readonly mentor: Mentor }) {
  const all = mentorsTexts.use()
  const texts = all.detail
  const figures = mentor.figures!
  const threshold = thresholdOf(mentor.level ?? 'junior')
  const { closed } = figures.trades.cash
  const met = conditionsOf({ ...figures, closed, money: BigInt(figures.money) }, threshold)
  const mark = (isMet: boolean): string => (isMet ? '✓' : '✗')
  return (
    <DetailPart title={texts.thresholds} aside={all.levels[mentor.level ?? 'none']}>
      <Facts
        items={[
          {
            key: 'days',
            label: `${mark(met.days)} ${all.days} ≥ ${threshold.days}`,
            value: countText(figures.days),
          },
          {
            key: 'trades',
            label: `${mark(met.trades)} ${texts.trades} ≥ ${threshold.trades}`,
            value: countText(closed),
          },
          {
            key: 'drawdown',
            label: `${mark(met.drawdown)} ${all.drawdown} ≤ ${threshold.drawdownBp / 100}%`,
            value: percentText(-figures.drawdownBp),
          },
          {
            key: 'money',
            label: `${mark(met.money)} ${texts.own} ≥ ${formatMoney(threshold.money)}`,
            value: formatMoney(figures.money),
          },
        ]}
      />
    </DetailPart>
  )
}
