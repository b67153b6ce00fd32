import { useLocation, useNavigate } from 'react-router'

/** What a page shows lives in its address, so that a reload, a link and the way back keep it. */
export const useAddress = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  return {
    get: (name: string): string | null => query.get(name),
    /** Null takes a part out. Choosing in a list is no page of the browser's history. */
    turn: (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      void navigate({ pathname, search: next.size === 0 ? '' : `?${next}` }, { replace: true })
    },
    /** The queue with this review open. */
    toReview: (kind: string, reviewId: string) => void navigate(`/queue?kind=${kind}&review=${reviewId}`),
  }
}
