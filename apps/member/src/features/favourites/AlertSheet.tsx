import type { QuoteRow } from '@fairlot/contract/market-data'
import { Sheet, SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { favouritesTexts } from './texts/index.ts'

const AlertForm = lazy(() => import('./manage/AlertForm.tsx').then((file) => ({ default: file.AlertForm })))

interface Props {
  readonly row: Pick<QuoteRow, 'symbol' | 'nameTw' | 'nameEn' | 'kind'>
  readonly open: boolean
  readonly onClose: () => void
}

/** Price alerts of one instrument. */
export const AlertSheet = ({ row, open, onClose }: Props) => {
  const texts = favouritesTexts.use()
  const { close, loading } = shellTexts.use()
  return (
    <Sheet open={open} onClose={onClose} title={texts.alerts} closeLabel={close}>
      {open ? (
        <Suspense fallback={<SkeletonRows label={loading} count={3} />}>
          <AlertForm row={row} />
        </Suspense>
      ) : null}
    </Sheet>
  )
}
