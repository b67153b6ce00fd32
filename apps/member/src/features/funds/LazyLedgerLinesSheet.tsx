import { lazy, Suspense, useState, type ComponentProps } from 'react'

const Lines = lazy(() =>
  import('./LedgerLinesSheet.tsx').then((file) => ({ default: file.LedgerLinesSheet })),
)

/** Loads when it is first opened and stays mounted, so that closing can be animated. */
export const LedgerLinesSheet = (props: ComponentProps<typeof Lines>) => {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense>{wanted ? <Lines {...props} /> : null}</Suspense>
}
