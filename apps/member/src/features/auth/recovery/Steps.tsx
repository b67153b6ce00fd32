import { ProgressSteps } from '@fairlot/ui'
import { authTexts } from '../texts/index.ts'

export const Steps = ({ current }: { readonly current: number }) => {
  const { label, names } = authTexts.use().recovery.steps
  return <ProgressSteps label={label(current + 1, names.length)} steps={names} current={current} />
}
