import { Timeline } from '@fairlot/ui'
import { momentText } from '#shell/format.ts'
import { DetailPart } from '../Detail.tsx'
import { requestListTexts } from './texts/index.ts'

const bad: ReadonlySet<string> = new Set(['rejected', 'expired', 'returned'])

interface RequestStepsProps {
  readonly steps: readonly { readonly what: string; readonly at: string }[]
  readonly titleOf: (what: string, index: number) => string | undefined
}

/** What has happened to a deposit or a withdrawal, in order. */
export const RequestSteps = ({ steps, titleOf }: RequestStepsProps) => (
  <DetailPart title={requestListTexts.use().record.steps}>
    <Timeline
      steps={steps.map(({ what, at }, index) => ({
        key: `${what} ${at}`,
        state: bad.has(what) ? 'bad' : 'done',
        title: titleOf(what, index) ?? what,
        time: momentText(at),
      }))}
    />
  </DetailPart>
)
