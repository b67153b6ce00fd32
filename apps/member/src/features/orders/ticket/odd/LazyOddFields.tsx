import { SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense, type ComponentProps } from 'react'
import { shellTexts } from '#shell/texts/index.ts'

const Loaded = lazy(() => import('./OddFields.tsx').then((file) => ({ default: file.OddFields })))

/** The fields of odd lots load when they are chosen. */
export const OddFields = (props: ComponentProps<typeof Loaded>) => {
  const { loading } = shellTexts.use()
  return (
    <Suspense fallback={<SkeletonRows label={loading} count={4} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
