// The screener: saved screens, the conditions as chips, and what matches. The address has the conditions, so it can be
// shared.

import type { ScreenData } from '@fairlot/contract/market-data'
import { isEmptyScreen } from '@fairlot/rules/market-data'
import { Button, Icon, TextLink, useOnce } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { useRead } from '#shell/data.ts'
import { rememberReturnTo, useSession } from '#shell/session.ts'
import { showToast } from '#shell/toasts.ts'
import { SavedScreens } from './SavedScreens.tsx'
import { ScreenResults } from './ScreenResults.tsx'
import { queryOf, isSameScreen, screenFrom, sortFrom } from './screen-query.ts'
import { screenerTexts } from './texts/index.ts'
import { useConditions } from './use-conditions.ts'
import { deleteScreen } from './write-screens.ts'
import styles from './ScreenerTab.module.css'

// Sheets load when they are opened.
const ConditionsSheet = lazy(() =>
  import('./ConditionsSheet.tsx').then((file) => ({ default: file.ConditionsSheet })),
)
const SaveSheet = lazy(() => import('./SaveSheet.tsx').then((file) => ({ default: file.SaveSheet })))

interface Props {
  readonly query: string
  readonly onQuery: (next: URLSearchParams) => void
}

export const ScreenerTab = ({ query, onQuery }: Props) => {
  const texts = screenerTexts.use()
  const [layer, setLayer] = useState<'conditions' | 'save'>()
  const screen = screenFrom(query)
  const sort = sortFrom(query)
  const change = (next: ScreenData) => onQuery(queryOf(next, sort))
  const close = () => setLayer(undefined)
  return (
    <>
      <SavedScreens screen={screen} onOpen={change} />
      <Conditions screen={screen} onChange={change} onOpen={setLayer} />
      <p className={styles.rule}>
        <Icon name="info" size={0.875} />
        {texts.rule}
      </p>
      <ScreenResults
        key={String(queryOf(screen, sort))}
        screen={screen}
        sort={sort}
        onSort={(next) => onQuery(queryOf(screen, next))}
      />
      <Suspense>
        {layer === 'conditions' ? (
          <ConditionsSheet
            screen={screen}
            onApply={(next) => {
              change(next)
              close()
            }}
            onClose={close}
          />
        ) : null}
        {layer === 'save' ? <SaveSheet screen={screen} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

interface ConditionsProps {
  readonly screen: ScreenData
  readonly onChange: (next: ScreenData) => void
  readonly onOpen: (layer: 'conditions' | 'save') => void
}

const Conditions = ({ screen, onChange, onOpen }: ConditionsProps) => {
  const texts = screenerTexts.use()
  const conditions = useConditions(screen)
  const isEmpty = isEmptyScreen(screen)
  return (
    <section aria-label={texts.conditions}>
      <div className={styles.head}>
        <h2>{isEmpty ? texts.noConditions : texts.conditions}</h2>
        {isEmpty ? null : <TextLink onPress={() => onChange({})}>{texts.clear}</TextLink>}
      </div>
      <div className={styles.conditions}>
        {conditions.map(({ text, without }) => (
          <button
            key={text}
            type="button"
            className={styles.condition}
            aria-label={texts.remove(text)}
            onClick={() => onChange(without)}
          >
            {text}
            <Icon name="close" size={0.875} weight={2} />
          </button>
        ))}
        <Button kind="outline" small icon="plus" onPress={() => onOpen('conditions')}>
          {texts.edit}
        </Button>
        {isEmpty ? null : <SaveOrDelete screen={screen} onSave={() => onOpen('save')} />}
      </div>
    </section>
  )
}

/** A guest is asked to log in and then returns here with the same conditions. */
const SaveOrDelete = ({ screen, onSave }: { screen: ScreenData; onSave: () => void }) => {
  const texts = screenerTexts.use()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { data } = useRead('/market/listScreens', {}, { enabled: session !== null, quiet: true })
  const saved = data?.screens.find((each) => isSameScreen(each.screen, screen))
  const { run, busy } = useOnce(async () => {
    if (saved === undefined) return
    if (await deleteScreen(saved.id)) showToast({ text: texts.deleted, tone: 'done' })
  })
  if (saved !== undefined)
    return (
      <Button kind="outline" small icon="trash" loading={busy} onPress={run}>
        {texts.delete}
      </Button>
    )
  return (
    <Button
      kind="outline"
      small
      icon="star"
      onPress={() => {
        if (session !== null) return onSave()
        rememberReturnTo(pathname + search)
        navigate('/login/login')
      }}
    >
      {texts.save}
    </Button>
  )
}
