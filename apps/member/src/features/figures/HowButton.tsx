import { Icon } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import type { FigureName } from './sums.ts'
import { figuresTexts } from './texts/index.ts'
import type { Account } from './use-figures.ts'
import styles from './Figures.module.css'

const FigureSheet = lazy(() =>
  import('./sheet/FigureSheet.tsx').then((file) => ({ default: file.FigureSheet })),
)

interface Props {
  readonly name: FigureName
  readonly account: Account
}

/** Opens how a figure is computed. The sheet keeps the answer it was opened with: its lines add up. */
export const HowButton = ({ name, account }: Props) => {
  const texts = figuresTexts.use()
  const [shown, setShown] = useState<Account>()
  return (
    <>
      <button
        type="button"
        className={styles.how}
        aria-label={texts.howOf(texts.names[name])}
        onClick={() => setShown(account)}
      >
        <Icon name="info" size={1} />
        {texts.how}
      </button>
      <Suspense>
        {shown === undefined ? null : (
          <FigureSheet name={name} account={shown} onClose={() => setShown(undefined)} />
        )}
      </Suspense>
    </>
  )
}
