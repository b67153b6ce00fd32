import { cx, Icon } from '@fairlot/ui'
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
  /** The icon alone, beside a small figure. */
  readonly small?: boolean
}

/** Opens how a figure is computed. The sheet keeps the answer it was opened with: its lines add up. */
export const HowButton = ({ name, account, small = false }: Props) => {
  const texts = figuresTexts.use()
  const [shown, setShown] = useState<Account>()
  return (
    <>
      <button
        type="button"
        className={cx(styles.how, small && styles.smallHow)}
        aria-label={texts.howOf(texts.names[name])}
        onClick={() => setShown(account)}
      >
        <Icon name="info" size={1} />
        {small ? null : texts.how}
      </button>
      <Suspense>
        {shown === undefined ? null : (
          <FigureSheet name={name} account={shown} onClose={() => setShown(undefined)} />
        )}
      </Suspense>
    </>
  )
}
