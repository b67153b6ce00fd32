import { useAddress } from '#kit/use-address.ts'
import { MemberList } from './list/MemberList.tsx'
import { MemberView } from './one/MemberView.tsx'

/** The list, or one member of it: the address says which, so that a link from the queue or the search leads here. */
export function MembersPage() {
  const address = useAddress()
  const memberId = address.get('member')
  return memberId === null ? <MemberList /> : <MemberView key={memberId} memberId={memberId} />
}
