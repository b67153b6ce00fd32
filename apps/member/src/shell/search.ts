import { useLocation, useNavigate } from '@fairlot/app-shell/router'

/** The query of the current page, and a way to change one value without a new history entry. */
export const useSearch = (): URLSearchParams => new URLSearchParams(useLocation().search)

export const useSetSearch = (): ((name: string, value: string) => void) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (name, value) => {
    const next = new URLSearchParams(search)
    next.set(name, value)
    navigate(`${pathname}?${next}`, { replace: true })
  }
}
