import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { ConsoleButton } from '../ConsoleButton.tsx'

interface AddProposalProps {
  readonly children: string
  readonly onPress: () => void
}

/** The button at the top of a page of the market that opens the form of a proposal, for operators who may propose. */
export function AddProposal({ children, onPress }: AddProposalProps) {
  if (!mayDo(useMe(), 'propose-market')) return null
  return (
    <TopAside>
      <ConsoleButton small onPress={onPress}>
        {children}
      </ConsoleButton>
    </TopAside>
  )
}
