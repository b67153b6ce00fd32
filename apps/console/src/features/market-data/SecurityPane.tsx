import { formatMoney } from '@fairlot/money'
import { Note } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { HaltPopup } from './HaltPopup.tsx'
import { type Security, standingOf } from './securities.ts'
import { marketTexts } from './texts/index.ts'
import styles from './Market.module.css'

interface SecurityPaneProps {
  readonly security: Security
  readonly isWholeHalted: boolean
}

const money = (price: number | null, none: string): string =>
  price === null ? none : formatMoney(BigInt(price))

export function SecurityPane({ security, isWholeHalted }: SecurityPaneProps) {
  const texts = marketTexts.use()
  const { pane } = texts
  const now = useNow()
  const language = useLanguage()
  const { halt, proposal } = security
  const name = language === 'tw' ? security.nameTw : security.nameEn
  const isHalted = halt !== null
  return (
    <>
      <DetailHead
        meta={
          <span>
            {security.symbol} · {texts.boards[security.board]} ·{' '}
            {halt === null
              ? texts.states[standingOf(security)]
              : pane.halted(formatWait(minutesBetween(halt.haltedAt, now), language))}
          </span>
        }
        title={isHalted ? pane.resume(name) : pane.halt(name)}
      />
      {proposal === null ? null : (
        <div className={styles.note}>
          <OpenProposal kind={proposal.kind} proposal={proposal} />
        </div>
      )}
      {halt === null ? null : (
        <DetailPart title={pane.why}>
          <Facts
            items={[
              { key: 'reason', label: texts.form.reason, value: texts.reasons[halt.reason] },
              { key: 'since', label: texts.states.halted, value: <Moment at={halt.haltedAt} /> },
              { key: 'by', label: pane.by, value: halt.by.join(language === 'tw' ? '、' : ', ') },
            ]}
          />
        </DetailPart>
      )}
      <DetailPart title={isHalted ? pane.how : pane.does}>
        <p className={styles.prose}>{isHalted ? pane.howText : pane.haltText}</p>
      </DetailPart>
      <DetailPart title={pane.standing}>
        <Standing symbol={security.symbol} />
      </DetailPart>
      <DetailPart title={pane.prices}>
        <Facts
          items={[
            { key: 'last', label: pane.last, value: money(security.last, texts.none) },
            {
              key: 'limits',
              label: pane.limits,
              value: `${money(security.lower, texts.none)} – ${money(security.upper, texts.none)}`,
            },
          ]}
        />
      </DetailPart>
      <DetailPart title={pane.member}>
        <Note tone="brand" icon="news">
          {isHalted ? pane.memberResume(name) : pane.memberHalt(name, texts.reasons.news)}
        </Note>
      </DetailPart>
      <SecurityFoot security={security} isWholeHalted={isWholeHalted} name={name} />
    </>
  )
}

function Standing({ symbol }: { readonly symbol: string }) {
  const texts = marketTexts.use()
  const { pane } = texts
  const standing = useRead('/market/standing', { symbol }, { every: 10_000, keep: true })
  return (
    <Answered read={standing}>
      {({ orders, buyLots, sellLots, conditional, indicativePrice }) => (
        <Facts
          items={[
            {
              key: 'orders',
              label: pane.orders,
              value: pane.ordersText(
                orders,
                buyLots.toLocaleString('en-US'),
                sellLots.toLocaleString('en-US'),
              ),
            },
            { key: 'conditional', label: pane.conditional, value: pane.count(conditional) },
            ...(indicativePrice === null
              ? []
              : [
                  {
                    key: 'indicative',
                    label: pane.indicative,
                    value: money(indicativePrice, texts.none),
                  },
                ]),
          ]}
        />
      )}
    </Answered>
  )
}

interface SecurityFootProps extends SecurityPaneProps {
  readonly name: string
}

function SecurityFoot({ security: { symbol, halt, proposal }, isWholeHalted, name }: SecurityFootProps) {
  const { pane, form } = marketTexts.use()
  const mayPropose = mayDo(useMe(), 'propose-market')
  const [isProposing, setProposing] = useState(false)
  const isHalted = halt !== null
  return (
    <>
      <DetailFoot>
        <span className={styles.foot}>
          {!mayPropose ? pane.noRight : isHalted && isWholeHalted ? pane.whole : pane.only}
        </span>
        {mayPropose && proposal === null && !(isHalted && isWholeHalted) ? (
          <ConsoleButton kind={isHalted ? 'primary' : 'danger'} onPress={() => setProposing(true)}>
            {isHalted ? form.resume : form.halt}
          </ConsoleButton>
        ) : null}
      </DetailFoot>
      {isProposing ? (
        <HaltPopup
          symbol={symbol}
          name={`${name} ${symbol}`}
          isResume={isHalted}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </>
  )
}
