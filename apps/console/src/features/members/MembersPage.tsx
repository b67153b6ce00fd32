import { useAddress } from '#kit/use-address.ts'
import { MemberList } from './list/MemberList.tsx'
import { MemberView } from './one/MemberView.tsx'

/** The list, or one member: the address says which, so that links from the queue or the search work. */
export function MembersPage() {
  const address = useAddress()
  const memberId = address.get('member')
  return memberId === null ? <MemberList /> : <MemberView key={memberId} memberId={memberId} />
}
