// The components of one instrument's page. All figures on this sample sheet are made up.

import { useState } from 'react'
import {
  Card,
  DepthLadder,
  type DepthLevel,
  DepthRail,
  IconButton,
  InstrumentBar,
  LimitBand,
  RatioBar,
  SimulatedMark,
  TabStrip,
} from '@fairlot/ui'
import styles from './Gallery.module.css'

const level = (price: string, size: string, share: number): DepthLevel => ({
  price,
  size,
  share,
  direction: 'up',
})
const bids = [
  level('214.00', '312', 0.3),
  level('213.50', '486', 0.48),
  level('213.00', '705', 0.69),
  level('212.50', '298', 0.29),
  level('212.00', '1,024', 1),
]
const asks = [level('214.50', '127', 0.12), level('215.00', '558', 0.55), level('215.50', '431', 0.42)]
const ladderTexts = {
  caption: '最佳五檔',
  bidSize: '委買張數',
  bid: '買價',
  ask: '賣價',
  askSize: '委賣張數',
}

export function DetailSamples() {
  const [period, setPeriod] = useState<'line' | 'day' | 'year'>('day')
  return (
    <section className={styles.sample} aria-label="個股">
      <h2>
        個股
        <small>五檔、漲跌停帶、內外盤</small>
      </h2>
      <Card pad>
        <InstrumentBar
          level={3}
          back={{ label: '返回', onPress: () => {} }}
          name="鴻海"
          code="2317"
          mark={<SimulatedMark>模擬行情</SimulatedMark>}
          price="214.50"
          trailing={<IconButton name="bell" label="到價提醒" onPress={() => {}} />}
        />
        <LimitBand
          lower={{ label: '跌停', text: '190.00', direction: 'down' }}
          upper={{ label: '漲停', text: '232.00', direction: 'up' }}
          range="今日 210.50 – 215.50"
          low={0.488}
          high={0.607}
          last={0.583}
          direction="up"
        />
        <LimitBand range="今日還沒有成交" direction="flat" />
        <TabStrip
          even
          label="週期"
          value={period}
          onChange={setPeriod}
          panel="gallery-period"
          items={[
            { value: 'line', label: '分時', spoken: '走勢' },
            { value: 'day', label: '日', spoken: 'K 線' },
            { value: 'year', label: '年', spoken: 'K 線' },
          ]}
        />
        <div id="gallery-period" role="tabpanel" aria-labelledby={`gallery-period-${period}`}>
          <DepthLadder texts={ladderTexts} bids={bids} asks={asks} />
        </div>
        <RatioBar
          left={{ label: '委買', text: '2,825', amount: 2825, direction: 'up' }}
          right={{ label: '委賣', text: '1,116', amount: 1116, direction: 'down' }}
        />
        <DepthRail
          texts={{ caption: '最佳五檔，直排', price: '最佳五檔', size: '張數' }}
          bids={bids}
          asks={asks}
          stale
        />
      </Card>
    </section>
  )
}
