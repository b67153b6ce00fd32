// What an operator searches a list for. A name or a phone number stays in the page's memory and not in the address,
// which the browser keeps.

import { createStore, useStore } from '@fairlot/ui/store'
import { useLocation } from '@fairlot/app-shell/router'
import { onSessionEnd } from '#shell/session.ts'
import { useAddress } from '../use-address.ts'

/** By the path of the page. */
const typed = createStore<Readonly<Record<string, string>>>({})
onSessionEnd(() => typed.set({}))

/** The text, and its setter. A link can bring one that is not personal, such as an order's id. */
export const useSearchText = (): readonly [string, (text: string) => void] => {
  const { pathname } = useLocation()
  const address = useAddress()
  const linked = address.get('text')
  const own = useStore(typed)[pathname]
  const text = linked ?? own ?? ''
  const search = (next: string) => {
    typed.set({ ...typed.get(), [pathname]: next })
    address.turn({ text: null, id: null })
  }
  return [text, search]
}
