import { mutableTopics, type MutableTopic } from '@fairlot/contract/notices/states'
import { Card, Note, Row, Section, Switch } from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { nativePort } from '#shell/native/port.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { showToast } from '#shell/toasts.ts'
import { pushState, turnPushOff, turnPushOn } from './push.ts'
import { noticesTexts } from './texts/index.ts'
import styles from './NotificationsView.module.css'

export const NotificationsView = () => {
  const { push: texts, pushTo } = noticesTexts.use()
  const target = pushTo[nativePort() === undefined ? 'browser' : 'phone']
  const read = useRead('/notices/pushKey', {})
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean, publicKey: string) => {
    setBusy(true)
    const did = on ? await turnPushOn(publicKey) : await turnPushOff()
    if (!did && on) showToast({ text: target.failed })
    await refresh('/notices/pushKey')
    setBusy(false)
  }
  const mute = async (muted: readonly MutableTopic[]) => {
    setBusy(true)
    const answer = await call('/notices/mute', { muted: [...muted] })
    if (!answer.ok) showToast({ text: texts.notChanged })
    await refresh('/notices/pushKey')
    setBusy(false)
  }
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ publicKey, isSubscribed, muted }) => {
          const state = publicKey === null ? 'unsupported' : pushState(isSubscribed)
          return (
            <>
              <Card rows>
                <Row
                  icon="bell"
                  title={texts.app}
                  caption={texts.appCaption}
                  trailing={<Switch label={texts.app} checked disabled onChange={() => {}} />}
                />
                <Row
                  icon="phone"
                  title={target.title}
                  caption={target[state]}
                  trailing={
                    <Switch
                      label={target.title}
                      checked={state === 'on'}
                      disabled={busy || state === 'unsupported' || state === 'denied'}
                      onChange={(on) => void change(on, publicKey ?? '')}
                    />
                  }
                />
              </Card>
              {state === 'on' ? (
                <Section title={texts.topics} small>
                  <Card rows>
                    {mutableTopics.map((topic) => (
                      <Row
                        key={topic}
                        title={texts.topic[topic]}
                        trailing={
                          <Switch
                            label={texts.topic[topic]}
                            checked={!muted.includes(topic)}
                            disabled={busy}
                            onChange={(on) =>
                              void mute(on ? muted.filter((one) => one !== topic) : [...muted, topic])
                            }
                          />
                        }
                      />
                    ))}
                  </Card>
                  <Note className={styles.note}>{texts.always}</Note>
                </Section>
              ) : null}
            </>
          )
        }}
      </Answered>
      <Note className={styles.note}>{target.note}</Note>
    </RouteScreen>
  )
}
