import { Button, SignedOut, TextLink } from '@fairlot/ui'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { Bones, FeedNote, SessionLine } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { rememberReturnTo, useSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { EmptyWatch } from './EmptyWatch.tsx'
import { favouritesTexts } from './texts/index.ts'
import { useAlerted } from './use-alerts.ts'
import { useWatchList } from './use-watch-list.ts'
import { WatchRows } from './WatchRows.tsx'
import styles from './WatchTab.module.css'

/** The watch list as a tab of the market. Groups, order and alerts have a separate page. */
export const WatchTab = () => (useSession() === null ? <Guest /> : <Watched />)

const Guest = () => {
  const { title, text, action } = favouritesTexts.use().guest
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <SignedOut
      title={title}
      text={text}
      action={
        <Button
          onPress={() => {
            rememberReturnTo(pathname + search)
            navigate('/login/login')
          }}
        >
          {action}
        </Button>
      }
    />
  )
}

const Watched = () => {
  const texts = favouritesTexts.use()
  const shell = shellTexts.use()
  const list = useWatchList()
  const alerted = useAlerted()
  return (
    <Answered read={list} skeleton={<Bones label={shell.loading} />}>
      {({ symbols }) =>
        symbols.length === 0 ? (
          <EmptyWatch />
        ) : (
          <>
            <div className={styles.top}>
              <FeedNote onRetry={() => void list.refetch()} />
              <SessionLine />
            </div>
            <WatchRows label={texts.list(texts.all)} symbols={symbols} sorting="mine" alerted={alerted} />
            <div className={styles.more}>
              <TextLink href="/market/favo">{texts.manage}</TextLink>
            </div>
          </>
        )
      }
    </Answered>
  )
}
