import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import { Button, Card, Empty, ErrorState, Icon, Note, SkeletonRows } from '@fairlot/ui'
import { call } from '#shell/client.ts'
import { queryClient } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSession } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { isPhone } from './device-kind.ts'
import { securityTexts } from './texts/index.ts'
import styles from './DevicesView.module.css'

const useSignIns = () =>
  usePagesIn(
    queryClient,
    [useSession()?.account ?? '', '/auth/listSignIns', 'pages'],
    (cursor, signal) => call('/auth/listSignIns', cursor === null ? {} : { before: cursor }, { signal }),
    // The server marks the end with an empty page.
    (page) => page.signIns.at(-1)?.at ?? null,
  )

export const SignInsView = () => {
  const texts = securityTexts.use().signIns
  const shell = shellTexts.use()
  const moment = useMoment()
  const read = useSignIns()
  const signIns = read.data?.flatMap((page) => page.signIns)
  return (
    <RouteScreen>
      {signIns === undefined ? (
        read.isError ? (
          <ErrorState
            title={shell.readFailed.title}
            text={shell.readFailed.text}
            retry={{ label: shell.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
          />
        ) : (
          <SkeletonRows label={shell.loading} count={6} />
        )
      ) : signIns.length === 0 ? (
        <Empty nothing={shell.nothing} text={texts.none} icon="history" />
      ) : (
        <Card rows as="ul">
          {signIns.map(({ signInId, outcome, label, network, at }) => (
            <li key={signInId} className={styles.device}>
              <span className={outcome === 'signed-in' ? styles.tile : styles.warnTile}>
                <Icon name={outcome !== 'signed-in' ? 'warning' : isPhone(label) ? 'phone' : 'monitor'} />
              </span>
              <span className={styles.texts}>
                <span className={styles.name}>{texts.outcomes[outcome]}</span>
                <span className={styles.small}>
                  {label} · {network}
                </span>
                <span className={styles.small}>{moment(at)}</span>
              </span>
            </li>
          ))}
        </Card>
      )}
      {read.hasNextPage && signIns !== undefined && signIns.length >= 20 ? (
        <Button kind="quiet" wide loading={read.isFetchingNextPage} onPress={() => void read.fetchNextPage()}>
          {texts.older}
        </Button>
      ) : null}
      <Note className={styles.note}>{texts.note}</Note>
    </RouteScreen>
  )
}
