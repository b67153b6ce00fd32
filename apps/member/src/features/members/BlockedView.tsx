import { useEffect } from 'react'
import { Navigate } from '@fairlot/app-shell/router'
import { dropBlockedSignIn, useBlockedSignIn } from '#features/auth'
import { useRead } from '#shell/data.ts'
import { Restrictions } from './RestrictionsView.tsx'

/** The restrictions of a member who cannot sign in. Without a valid ticket the password is needed again. */
export const BlockedView = () => {
  const blocked = useBlockedSignIn()
  return blocked === null ? <Navigate to="/login/login" replace /> : <Blocked ticket={blocked.ticket} />
}

const Blocked = ({ ticket }: { readonly ticket: string }) => {
  const read = useRead('/members/showBlock', { ticket })
  const failed = read.error?.failed
  const isOver = failed?.why === 'refused' && failed.msg === 'auth.challenge-expired'
  useEffect(() => {
    if (isOver) dropBlockedSignIn()
  }, [isOver])
  return <Restrictions read={read} ticket={ticket} />
}
