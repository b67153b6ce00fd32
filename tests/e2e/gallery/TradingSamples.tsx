// The components of a ticket and an order. All figures on this sample sheet are made up.

import { useState } from 'react'
import { Button, Card, LoanBar, LotBar, StackedBar, PriceRuler, Segments, Stepper } from '@fairlot/ui'
import styles from './Gallery.module.css'

export function TradingSamples() {
  const [direction, setDirection] = useState<'long' | 'short'>('long')
  const [validity, setValidity] = useState<'ROD' | 'IOC' | 'FOK'>('ROD')
  const [why, setWhy] = useState('')
  const [lots, setLots] = useState(6)
  return (
    <section className={styles.sample} aria-label="下單">
      <h2>
        下單
        <small>方向、借款、補繳價、進度</small>
      </h2>
      <Card pad>
        <Segments
          label="方向"
          value={direction}
          onChange={setDirection}
          items={[
            { value: 'long', label: '做多', aside: '看漲', tone: 'up' },
            { value: 'short', label: '做空', aside: '看跌', tone: 'down' },
          ]}
        />
        <Segments
          compact
          label="有效"
          value={validity}
          onChange={setValidity}
          onOff={(value) => setWhy(`${value}：集合競價時只收限價 ROD`)}
          items={[
            { value: 'ROD', label: 'ROD' },
            { value: 'IOC', label: 'IOC', off: true },
            { value: 'FOK', label: 'FOK', off: true },
          ]}
        />
        <p role="status">{why}</p>
        <Stepper
          compact
          loose
          label="張數"
          value={lots}
          onChange={setLots}
          min={1}
          max={499}
          unit="張"
          texts={{ less: '減一張', more: '加一張' }}
          error={lots > 5 ? '最多可做 5 張' : undefined}
        />
        <LoanBar
          kind="loan"
          label="自備 172,000.00，借款 257,000.00"
          left={{ label: '自備', text: '172,000.00', size: 172_000 }}
          right={{ label: '向平台借，年利率 6.50%', text: '257,000.00', size: 257_000 }}
        />
        <LoanBar
          kind="collateral"
          label="賣得價款 193,982.00，保證金 175,500.00"
          left={{ label: '賣得價款', text: '193,982.00', size: 193_982 }}
          right={{ label: '你的保證金', text: '175,500.00', size: 175_500 }}
        />
        <PriceRuler
          label="補繳價 167.05，委託價 214.50"
          callSide="left"
          call={{ text: '補繳價 167.05', below: '維持率 130%' }}
          order={{ text: '委託價 214.50', below: '維持率 166.9%' }}
          distance="還能跌 22.1%"
        />
        <PriceRuler
          label="補繳價 284.21，委託價 195.00"
          callSide="right"
          call={{ text: '補繳價 284.21', below: '維持率 130%' }}
          order={{ text: '委託價 195.00', below: '維持率 189.5%' }}
          distance="還能漲 45.7%"
        />
        <LotBar label="成交 1 張，共 3 張" total={3} filled={1} />
        <LotBar label="成交 120 張，共 300 張" total={300} filled={120} />
        <StackedBar
          label="可用、凍結、自備"
          shares={[
            { key: 'free', share: 0.3, tone: 'brand' },
            { key: 'held', share: 0.34, tone: 'pale' },
            { key: 'own', share: 0.36, tone: 'muted' },
          ]}
        />
        <StackedBar thin label="不夠" shares={[{ key: 'short', share: 1, tone: 'crit' }]} />
        <span>
          <Button small kind="long-soft">
            做多
          </Button>{' '}
          <Button small kind="short-soft">
            做空
          </Button>
        </span>
      </Card>
    </section>
  )
}
