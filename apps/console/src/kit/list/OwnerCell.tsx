import type { ReactNode } from 'react'

interface OwnerCellProps {
  readonly member: { readonly account: string; readonly name: string | null; readonly number: string }
  /** Another line instead of the member's number. */
  readonly under?: ReactNode
}

/** A member in a list: the masked name, or the account before documents were sent, and the number. */
export const OwnerCell = ({ member, under }: OwnerCellProps) => (
  <>
    {member.name ?? member.account}
    <small className="num">{under ?? member.number}</small>
  </>
)
