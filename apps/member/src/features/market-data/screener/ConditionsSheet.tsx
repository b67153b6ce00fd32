// All conditions in one form. Empty fields are no condition.

import type { ScreenData } from '@fairlot/contract/market-data'
import { Button, Field, type FieldSpec, Segments, Sheet, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { IndustryChoice } from './IndustryChoice.tsx'
import { ranges, type RangeName, textFrom, valueFrom } from './screen-query.ts'
import { screenerTexts } from './texts/index.ts'
import styles from './ScreenerTab.module.css'

type FieldName = `${RangeName}-from` | `${RangeName}-to`

interface Props {
  readonly screen: ScreenData
  readonly onApply: (screen: ScreenData) => void
  readonly onClose: () => void
}

const kinds = ['any', 'stock', 'etf'] as const
const limits = ['any', 'up', 'down'] as const

/** Digits, a point and a minus: a change may be negative. Full-width ones mean the same. */
const onlyNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace('\u2212', '-')
    .replace(/[^\d.-]/g, '')

const useRangeForm = (screen: ScreenData) => {
  const texts = screenerTexts.use()
  const specOf = (name: RangeName, end: 'from' | 'to'): FieldSpec => ({
    initial: textFrom(name, screen[name]?.[end]),
    filter: onlyNumber,
    maxLength: 11,
    rules: [
      { validator: (value) => valueFrom(name, value) !== undefined, message: texts.notNumber },
      ...(end === 'from'
        ? []
        : [
            {
              validator: (value: string, values: Readonly<Record<string, string>>) =>
                (valueFrom(name, value) ?? 0) >= (valueFrom(name, values[`${name}-from`] ?? '') ?? -Infinity),
              message: texts.order,
            },
          ]),
    ],
  })
  return useForm<FieldName>({
    fields: Object.fromEntries(
      ranges.flatMap((name) => [
        [`${name}-from`, specOf(name, 'from')],
        [`${name}-to`, specOf(name, 'to')],
      ]),
    ) as Record<FieldName, FieldSpec>,
  })
}

const rangesOf = (values: Readonly<Record<FieldName, string>>): ScreenData =>
  Object.fromEntries(
    ranges.flatMap((name) => {
      const from = valueFrom(name, values[`${name}-from`])
      const to = valueFrom(name, values[`${name}-to`])
      if (from === undefined && to === undefined) return []
      return [[name, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }]]
    }),
  )

export const ConditionsSheet = ({ screen, onApply, onClose }: Props) => {
  const texts = screenerTexts.use()
  const { close } = shellTexts.use()
  const form = useRangeForm(screen)
  const [kind, setKind] = useState<(typeof kinds)[number]>(screen.kind ?? 'any')
  const [limit, setLimit] = useState<(typeof limits)[number]>(screen.limit ?? 'any')
  const [industries, setIndustries] = useState<readonly string[]>(screen.industries ?? [])
  const apply = () => {
    if (!form.validate()) return
    onApply({
      ...rangesOf(form.values),
      ...(industries.length === 0 ? {} : { industries: [...industries] }),
      ...(kind === 'any' ? {} : { kind }),
      ...(limit === 'any' ? {} : { limit }),
    })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.edit}
      closeLabel={close}
      footer={
        <Button wide onPress={apply}>
          {texts.apply}
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <p className={styles.label}>{texts.kind}</p>
        <Segments
          label={texts.kind}
          value={kind}
          onChange={setKind}
          items={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <p className={styles.label}>{texts.limit}</p>
        <Segments
          label={texts.limit}
          value={limit}
          onChange={setLimit}
          items={limits.map((value) => ({ value, label: texts.limits[value] }))}
        />
        {ranges.map((name) => (
          <div key={name} className={styles.pair}>
            <Field
              {...form.bind(`${name}-from`)}
              label={texts.from(name)}
              aside={texts.units[name]}
              inputMode={name === 'change' ? 'text' : 'decimal'}
            />
            <Field
              {...form.bind(`${name}-to`)}
              label={texts.to(name)}
              aside={texts.units[name]}
              inputMode={name === 'change' ? 'text' : 'decimal'}
            />
          </div>
        ))}
        <p className={styles.label}>{texts.industry}</p>
        <IndustryChoice chosen={industries} onChange={setIndustries} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}
