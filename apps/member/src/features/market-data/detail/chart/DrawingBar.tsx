// Over the chart while a line is drawn or selected: what to do next, and the way out.

import type { Drawing, DrawingKind } from '@fairlot/contract/market-data/chart'
import { Button } from '@fairlot/ui'
import { moreTexts } from '../texts/more/index.ts'
import styles from './DrawingBar.module.css'

interface Props {
  readonly tool: DrawingKind | null
  readonly selected: Drawing | undefined
  readonly onRest: () => void
  readonly onDelete: (drawing: Drawing) => void
}

export const DrawingBar = ({ tool, selected, onRest, onDelete }: Props) => {
  const { drawings: texts } = moreTexts.use()
  if (tool === null && selected === undefined) return null
  return (
    <div className={styles.bar} role="group" aria-label={texts.title} data-part="drawing-bar">
      <p aria-live="polite">{tool === null ? texts.move : texts.steps[tool]}</p>
      {tool === null && selected !== undefined ? (
        <>
          <Button kind="quiet" small onPress={() => onDelete(selected)}>
            {texts.remove}
          </Button>
          <Button kind="quiet" small onPress={onRest}>
            {texts.done}
          </Button>
        </>
      ) : (
        <Button kind="quiet" small onPress={onRest}>
          {texts.cancel}
        </Button>
      )}
    </div>
  )
}
