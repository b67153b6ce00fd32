// Below a mentor: whether copying is open, and the way to follow or to the copy that runs.

import { ActionBar, Button, LinkButton, Note } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { useRead } from '#shell/data.ts'
import { cash, copyPath, useCopyChanges } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const StartSheet = lazy(() => import('./StartSheet.tsx').then((file) => ({ default: file.StartSheet })))

/** The server says whether trades are copied; until its answer neither is claimed. */
export const FollowNote = ({ mentorId }: { readonly mentorId: string }) => {
  const texts = copyTradingTexts.use()
  const { data } = useRead('/copy-trading/terms', { mentorId }, { quiet: true })
  return data === undefined ? null : <Note>{data.isOpen ? texts.how : texts.notOpen}</Note>
}

interface Props {
  readonly mentorId: string
  readonly name: string
}

/** Nothing for a mentor who cannot be followed, and while no trade is copied. */
export const FollowBar = ({ mentorId, name }: Props) => {
  const texts = copyTradingTexts.use()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead('/copy-trading/terms', { mentorId }, { quiet: true })
  useCopyChanges()
  if (data === undefined || (data.copyId === null && (!data.isOpen || data.minFollow === null))) return null
  return (
    <>
      <ActionBar>
        <div className={styles.follow}>
          {data.minFollow === null ? null : (
            <p>
              <span className={styles.small}>{texts.minimum}</span>
              <strong className="num">{cash(data.minFollow)}</strong>
            </p>
          )}
          {data.copyId === null ? (
            <Button wide onPress={() => setOpen(true)}>
              {texts.follow}
            </Button>
          ) : (
            <LinkButton wide href={copyPath(data.copyId)}>
              {texts.mine}
            </LinkButton>
          )}
        </div>
      </ActionBar>
      <Suspense>
        {isOpen ? (
          <StartSheet
            mentorId={mentorId}
            name={name}
            onClose={() => setOpen(false)}
            onStarted={(started) => {
              setOpen(false)
              navigate(copyPath(started))
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
