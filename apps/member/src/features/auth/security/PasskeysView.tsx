import { ActionBar, Button, Card, Icon, IconButton, Row, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { ManagePasskey } from './ManagePasskey.tsx'
import { securityTexts } from './texts/index.ts'
import styles from './PasskeysView.module.css'

type Passkey = DataOf<'/auth/listPasskeys'>['passkeys'][number]

export const PasskeysView = () => {
  const texts = securityTexts.use().passkeys
  const moment = useMoment()
  const read = useRead('/auth/listPasskeys', {})
  const [adding, setAdding] = useState(false)
  const [managing, setManaging] = useState<Passkey | null>(null)
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <Button wide icon="plus" onPress={() => setAdding(true)}>
            {texts.add}
          </Button>
        </ActionBar>
      }
    >
      <Card pad as="section" className={styles.intro}>
        <span className={styles.tile}>
          <Icon name="passkey" />
        </span>
        <div>
          <h2 className={styles.title}>{texts.title}</h2>
          <p className={styles.text}>{texts.text}</p>
        </div>
      </Card>
      <Section title={texts.list} small>
        <Answered read={read}>
          {({ passkeys }) => (
            <Card rows>
              {passkeys.length === 0 ? (
                <Row icon="key" title={texts.none} caption={texts.noneText} />
              ) : (
                passkeys.map((passkey) => (
                  <Row
                    key={passkey.passkeyId}
                    icon="key"
                    title={passkey.name}
                    caption={
                      passkey.lastUsedAt === null
                        ? `${texts.addedAt(formatDate(passkey.addedAt))} · ${texts.unused}`
                        : texts.lastUsed(moment(passkey.lastUsedAt))
                    }
                    trailing={
                      <IconButton
                        name="edit"
                        label={texts.manage(passkey.name)}
                        onPress={() => setManaging(passkey)}
                      />
                    }
                  />
                ))
              )}
            </Card>
          )}
        </Answered>
      </Section>
      {adding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
      {managing === null ? null : <ManagePasskey passkey={managing} onClose={() => setManaging(null)} />}
    </RouteScreen>
  )
}
