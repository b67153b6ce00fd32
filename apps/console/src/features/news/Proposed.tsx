import { Note } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { newsTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'

export interface Proposal {
  readonly reviewId: string
  readonly number: string
}

/** What was sent, and the way to it in the queue. */
export function Proposed({ proposal: { number, reviewId } }: { readonly proposal: Proposal }) {
  const texts = newsTexts.use().draft
  const navigate = useNavigate()
  return (
    <div className={writing.page}>
      <div className={writing.column}>
        <Note tone="brand" role="status">
          {texts.sent(number)}
        </Note>
        <div className={writing.actions}>
          <ConsoleButton kind="outline" onPress={() => navigate('/news')}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton onPress={() => navigate(`/queue?kind=news&review=${reviewId}`)}>
            {texts.toQueue}
          </ConsoleButton>
        </div>
      </div>
    </div>
  )
}
