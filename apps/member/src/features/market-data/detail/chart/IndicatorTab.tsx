import {
  type ChartSettings,
  indicatorParameters,
  isOrdered,
  type ParameterName,
  type ParameterValues,
  usualParameters,
} from '@fairlot/contract/market-data/chart'
import { Button, Segments, Stepper } from '@fairlot/ui'
import { useState } from 'react'
import { moreTexts } from '../texts/more/index.ts'
import { setSettings, useSettings } from './kept-chart.ts'
import styles from './ChartSheet.module.css'

const isUsual = (parameters: ParameterValues): boolean =>
  JSON.stringify(parameters) === JSON.stringify(usualParameters)

export const IndicatorTab = () => {
  const { indicators: texts } = moreTexts.use()
  const kept = useSettings()
  // A fast average longer than the slow one is shown with its error and not kept.
  const [typed, setTyped] = useState(kept.parameters)
  const change = (next: ChartSettings) => {
    setTyped(next.parameters)
    if (isOrdered(next.parameters)) setSettings(next)
    else setSettings({ ...next, parameters: kept.parameters })
  }
  const setParameters = (name: ParameterName, values: readonly number[]) =>
    change({ ...kept, parameters: { ...typed, [name]: values } })
  const fields = (name: ParameterName) => (
    <ParameterFields name={name} values={typed[name]} onChange={(values) => setParameters(name, values)} />
  )
  return (
    <>
      <h3 className={styles.head}>{texts.main}</h3>
      <Segments
        label={texts.main}
        value={kept.main}
        onChange={(main) => change({ ...kept, main, parameters: typed })}
        items={[
          { value: 'ma', label: texts.ma },
          { value: 'boll', label: texts.boll },
          { value: 'vwap', label: texts.vwap },
        ]}
      />
      {kept.main === 'vwap' ? <p className={styles.about}>{texts.aboutVwap}</p> : fields(kept.main)}
      <h3 className={styles.head}>{texts.sub}</h3>
      <Segments
        label={texts.sub}
        value={kept.sub}
        onChange={(sub) => change({ ...kept, sub, parameters: typed })}
        items={[
          { value: 'none', label: texts.none },
          { value: 'kd', label: texts.kd },
          { value: 'macd', label: texts.macd },
          { value: 'rsi', label: texts.rsi },
        ]}
      />
      {kept.sub === 'none' ? null : fields(kept.sub)}
      {kept.sub === 'macd' && !isOrdered(typed) ? (
        <p className={styles.error} role="alert">
          {texts.notOrdered}
        </p>
      ) : null}
      {isUsual(typed) ? null : (
        <Button
          kind="quiet"
          small
          icon="reload"
          onPress={() => change({ ...kept, parameters: usualParameters })}
        >
          {texts.reset}
        </Button>
      )}
      <p className={styles.about}>{texts.about}</p>
    </>
  )
}

interface FieldsProps {
  readonly name: ParameterName
  readonly values: readonly number[]
  readonly onChange: (values: readonly number[]) => void
}

const ParameterFields = ({ name, values, onChange }: FieldsProps) => {
  const { indicators: texts } = moreTexts.use()
  const labels: readonly string[] = texts.parameters[name]
  return (
    <div className={styles.parameters}>
      {indicatorParameters[name].map(({ min, max }, at) => (
        <div key={labels[at]}>
          <p aria-hidden="true">{labels[at]}</p>
          <Stepper
            compact
            label={labels[at] ?? ''}
            value={values[at] ?? min}
            min={min}
            max={max}
            onChange={(value) => onChange(values.map((each, place) => (place === at ? value : each)))}
            texts={{ less: texts.less(labels[at] ?? ''), more: texts.more(labels[at] ?? '') }}
          />
        </div>
      ))}
    </div>
  )
}
