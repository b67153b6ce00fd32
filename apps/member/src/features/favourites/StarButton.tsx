import { IconButton, useOnce } from '@fairlot/ui'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { rememberReturnTo, useSession } from '#shell/session.ts'
import { showToast } from '#shell/toasts.ts'
import { favouritesTexts } from './texts/index.ts'
import { addFavourite, removeFavourite, useWatchList } from './use-watch-list.ts'

interface Props {
  readonly symbol: string
  /** The instrument's name, to distinguish several stars in a list. */
  readonly name?: string | undefined
  readonly size?: number | undefined
}

/** Watches an instrument, or stops watching it. A guest is asked to log in and then returns here. */
export const StarButton = ({ symbol, name, size }: Props) => {
  const texts = favouritesTexts.use()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const list = useWatchList()
  const isWatched = list.data?.symbols.includes(symbol) ?? false
  const { run } = useOnce(async () => {
    if (session === null) {
      rememberReturnTo(pathname + search)
      navigate('/login/login')
      return
    }
    const ok = await (isWatched ? removeFavourite(symbol) : addFavourite(symbol))
    if (ok) showToast({ text: isWatched ? texts.removed : texts.added, tone: 'done' })
  })
  const label = isWatched ? texts.remove : texts.add
  return (
    <IconButton
      name="star"
      size={size}
      label={name === undefined ? label : `${label} ${name}`}
      pressed={isWatched}
      onPress={run}
    />
  )
}
