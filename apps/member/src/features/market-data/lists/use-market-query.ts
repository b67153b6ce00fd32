import { useState } from 'react'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'

/**
 * The query of the market's address: its tab and the conditions of the screener. The menu links to the address without
 * one, and that returns to where the member was.
 */
export const useMarketQuery = (): readonly [string, (next: URLSearchParams) => void] => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [query, setQuery] = useState(search)
  if (search !== '' && search !== query) setQuery(search)
  return [query, (next) => navigate(`${pathname}?${next}`, { replace: true })]
}
