import { Segments } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ordersTexts } from '../texts/index.ts'
import { FieldLine } from './FieldLine.tsx'

export type Validity = 'ROD' | 'IOC' | 'FOK'

interface Props {
  readonly value: Validity
  readonly onChange: (value: Validity) => void
  /** Why a validity is unavailable now; the sentence shows when it is pressed. */
  readonly off?: Readonly<Partial<Record<Validity, string>>>
}

const validities = ['ROD', 'IOC', 'FOK'] as const

/** How long an order is valid, with an explanation. A greyed choice says why when it is pressed. */
export const ValidityChoice = ({ value, onChange, off }: Props) => {
  const texts = ordersTexts.use().validity
  const [asked, setAsked] = useState<Validity>()
  const noteId = useId()
  const why = asked === undefined ? undefined : off?.[asked]
  return (
    <FieldLine
      label={texts.label}
      note={
        <span id={noteId} role="status">
          {why === undefined || asked === undefined ? texts.means[value] : `${asked}：${why}`}
        </span>
      }
    >
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
        items={validities.map((each) => ({ value: each, label: each, off: off?.[each] !== undefined }))}
      />
    </FieldLine>
  )
}
