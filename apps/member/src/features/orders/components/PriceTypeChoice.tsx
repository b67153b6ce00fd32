import { Segments } from '@fairlot/ui'
import { useId, useState, type ReactNode } from 'react'
import { ordersTexts } from '../texts/index.ts'
import { FieldLine } from './FieldLine.tsx'

export type PriceType = 'limit' | 'market' | 'conditional'

interface Props<Type extends PriceType> {
  /** Beside the choice; without it the choice takes the whole width. */
  readonly label?: ReactNode
  readonly value: Type
  readonly onChange: (value: Type) => void
  readonly types: readonly Type[]
  readonly off?: Readonly<Partial<Record<PriceType, string>>>
}

export const PriceTypeChoice = <Type extends PriceType>(props: Props<Type>) => {
  const { label, value, onChange, types, off } = props
  const texts = ordersTexts.use().priceTypes
  const [asked, setAsked] = useState<Type>()
  const noteId = useId()
  const why = asked === undefined ? undefined : off?.[asked]
  const note = (
    <span id={noteId} role="status">
      {why === undefined || asked === undefined ? '' : `${texts[asked]}：${why}`}
    </span>
  )
  const choice = (
    <Segments
      compact
      label={texts.label}
      value={value}
      onChange={(next) => {
        setAsked(undefined)
        onChange(next)
      }}
      onOff={setAsked}
      aria-describedby={noteId}
      items={types.map((each) => ({ value: each, label: texts[each], off: off?.[each] !== undefined }))}
    />
  )
  return (
    <FieldLine label={label} note={note}>
      {choice}
    </FieldLine>
  )
}
