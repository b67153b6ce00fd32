// What the chart shows: indicators with their parameters, an index to compare with, and the member's drawings.

import type { Period } from '@fairlot/contract/market-data'
import type { DrawingKind } from '@fairlot/contract/market-data/chart'
import { Button, Sheet, TabStrip } from '@fairlot/ui'
import { lazy, Suspense, useId, useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { moreTexts } from '../texts/more/index.ts'
import { CompareTab } from './CompareTab.tsx'
import { IndicatorTab } from './IndicatorTab.tsx'
import styles from './ChartSheet.module.css'

const DrawingTab = lazy(() => import('./DrawingTab.tsx').then((file) => ({ default: file.DrawingTab })))

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly symbol: string
  readonly period: Period
  /** The price a new level starts at. */
  readonly price: number
  readonly onTool: (tool: DrawingKind) => void
}

const tabs = ['indicators', 'compare', 'drawings'] as const
type Tab = (typeof tabs)[number]

export const ChartSheet = ({ open, onClose, symbol, period, price, onTool }: Props) => {
  const texts = moreTexts.use()
  const { close } = shellTexts.use()
  const panel = useId()
  const [tab, setTab] = useState<Tab>('indicators')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.indicators.title}
      closeLabel={close}
      footer={
        <Button wide onPress={onClose}>
          {texts.indicators.done}
        </Button>
      }
    >
      <TabStrip
        even
        label={texts.indicators.title}
        value={tab}
        onChange={setTab}
        panel={panel}
        items={tabs.map((value) => ({ value, label: texts.indicators.tabs[value] }))}
      />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${tab}`} className={styles.panel}>
        {tab === 'indicators' ? (
          <IndicatorTab />
        ) : tab === 'compare' ? (
          <CompareTab />
        ) : (
          <Suspense>
            <DrawingTab
              symbol={symbol}
              period={period}
              price={price}
              onTool={(tool) => {
                onClose()
                onTool(tool)
              }}
            />
          </Suspense>
        )}
      </div>
    </Sheet>
  )
}
