import { lazy, Suspense, useState, type ComponentProps } from 'react'

const Lines = lazy(() =>
  import('./LedgerLinesSheet.tsx').then((file) => ({ default: file.LedgerLinesSheet })),
)

/** Comes when it is first opened, and stays then: a sheet that leaves is drawn leaving. */
export const LedgerLinesSheet = (props: ComponentProps<typeof Lines>) => {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return <Suspense>{wanted ? <Lines {...props} /> : null}</Suspense>
}
