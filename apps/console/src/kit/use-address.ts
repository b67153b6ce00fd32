import { useLocation, useNavigate } from '@fairlot/app-shell/router'

/** A page's state is in its address, so that a reload, a link and the back button keep it. */
export const useAddress = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  return {
    get: (name: string): string | null => query.get(name),
    /** Null removes a part. Selecting in a list adds no entry to the browser's history. */
    turn: (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      navigate({ pathname, search: next.size === 0 ? '' : `?${next}` }, { replace: true })
    },
    /** The queue with this review open. */
    toReview: (kind: string, reviewId: string) => navigate(`/queue?kind=${kind}&review=${reviewId}`),
  }
}
