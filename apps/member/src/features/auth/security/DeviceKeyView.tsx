// This device's signing key: enrol it with the second factor, see its fingerprint, revoke it.

import { useQuery } from '@tanstack/react-query'
import { Button, Card, CodeInput, Dialog, Evidence, Hash, LinkButton, Note } from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { queryClient, refresh, useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { toastHelper, toastMessage } from '#shell/toasts.ts'
import { dropDeviceKey, enrolmentText, fingerprintOf, makeDeviceKey, readDeviceKey } from './device-key.ts'
import { securityTexts } from './texts/index.ts'
import form from './form.module.css'
import styles from './TwoStepView.module.css'

const KEY = 'device-key'

/** The fingerprint of this device's key; null without one. A browser that stores no keys has none. */
const useFingerprint = (memberId: string | undefined) =>
  useQuery(
    {
      queryKey: [memberId, KEY],
      enabled: memberId !== undefined,
      networkMode: 'always',
      queryFn: async () => {
        const key = await readDeviceKey(memberId ?? '').catch(() => null)
        return key === null ? null : fingerprintOf(key.publicKey)
      },
    },
    queryClient,
  )

export const DeviceKeyView = () => {
  const all = securityTexts.use()
  const texts = all.deviceKey
  const { copy } = shellTexts.use()
  const overview = useRead('/auth/securityOverview', {})
  const profile = useRead('/members/profile', {})
  const fingerprint = useFingerprint(profile.data?.memberId)
  return (
    <RouteScreen>
      <Card pad as="section">
        <h2 className={styles.title}>{texts.title}</h2>
        <p className={styles.lead}>{texts.text}</p>
      </Card>
      <div className={styles.group}>
        <Answered read={overview}>
          {({ authenticator, deviceKey }) => {
            const memberId = profile.data?.memberId
            if (memberId === undefined || fingerprint.data === undefined) return null
            if (deviceKey && fingerprint.data !== null)
              return (
                <>
                  <Evidence title={texts.on}>
                    <p className={form.label}>{texts.fingerprint}</p>
                    <Hash
                      text={`${fingerprint.data.slice(0, 8)} … ${fingerprint.data.slice(-8)}`}
                      full={fingerprint.data}
                      copy={copy}
                    />
                  </Evidence>
                  <Stop memberId={memberId} />
                </>
              )
            if (!authenticator)
              return (
                <>
                  <Note tone="warn">{texts.needTwoStep}</Note>
                  <div className={styles.group}>
                    <LinkButton wide href="/user/setting?view=two-step">
                      {texts.goTwoStep}
                    </LinkButton>
                  </div>
                </>
              )
            return <Enrol memberId={memberId} isLost={deviceKey} />
          }}
        </Answered>
      </div>
    </RouteScreen>
  )
}

const changed = () =>
  Promise.all([
    refresh('/auth/securityOverview'),
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === KEY }),
  ])

const Enrol = ({ memberId, isLost }: { memberId: string; isLost: boolean }) => {
  const all = securityTexts.use()
  const texts = all.deviceKey
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enrol = async () => {
    if (busy) return
    setBusy(true)
    try {
      const key = await makeDeviceKey(memberId)
      const { publicKey } = key
      const signature = await key.sign(enrolmentText(memberId, publicKey))
      const answer = await call('/auth/enrolDeviceKey', { publicKey, signature, code })
      if (answer.ok) {
        await key.keep(answer.data.deviceKeyId)
        void toastMessage('done.device-key-on')
        await changed()
      } else if (answer.why === 'refused') setError(await messageText(answer.msg, answer.params))
    } catch {
      toastHelper(texts.failed)
    }
    setBusy(false)
  }
  return (
    <div className={form.stack}>
      {isLost ? <Note tone="warn">{texts.lost}</Note> : null}
      <div>
        <p className={form.label}>{texts.code}</p>
        <CodeInput
          label={all.code}
          value={code}
          error={error}
          onChange={(value) => {
            setCode(value)
            setError(undefined)
          }}
        />
      </div>
      <Button
        wide
        loading={busy}
        disabled={code.length < 6}
        reason={all.codeFirst}
        onPress={() => void enrol()}
      >
        {texts.enrol}
      </Button>
    </div>
  )
}

const Stop = ({ memberId }: { memberId: string }) => {
  const all = securityTexts.use()
  const texts = all.deviceKey
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    const answer = await call('/auth/removeDeviceKey', {})
    setBusy(false)
    if (!answer.ok) return
    await dropDeviceKey(memberId)
    void toastMessage('done.device-key-off')
    setAsking(false)
    await changed()
  }
  return (
    <div className={styles.group}>
      <Button kind="danger" wide onPress={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        icon="shield-check"
        tone="crit"
        title={texts.removeTitle}
        actions={
          <>
            <Button kind="danger-fill" wide loading={busy} onPress={() => void stop()}>
              {texts.remove}
            </Button>
            <Button kind="text" wide onPress={() => setAsking(false)}>
              {all.cancel}
            </Button>
          </>
        }
      >
        {texts.removeText}
      </Dialog>
    </div>
  )
}
