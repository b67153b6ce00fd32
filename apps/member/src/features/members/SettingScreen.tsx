import type { DataOf } from '@fairlot/contract'
import { Button, Card, Choices, CopyButton, Dialog, Row, Section, Segments, StatusChip } from '@fairlot/ui'
import { useState, useSyncExternalStore } from 'react'
import { missingProtections } from '#features/auth'
import { Answered } from '#shell/Answered.tsx'
import { setTheme, themes, useTheme } from '@fairlot/app-shell/theme'
import { setUpDown, upDowns, useUpDown } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { canInstall, onInstallPrompt, showInstallPrompt } from '#shell/install-prompt.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSession } from '#shell/session.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { version } from '#shell/version.ts'
import { maskAccount } from '#shell/mask-account.ts'
import { MemberMark } from './MemberMark.tsx'
import { membersTexts } from './texts/index.ts'
import { UpDownTexts } from './UpDownTexts.tsx'
import { useLogOut } from './use-log-out.ts'
import { VerificationChip } from './VerificationChip.tsx'
import styles from './SettingScreen.module.css'

export const SettingScreen = () => {
  const all = membersTexts.use()
  const texts = all.setting
  const { copy } = shellTexts.use()
  const session = useSession()
  const site = useSite()
  const profile = useRead('/members/profile', {})
  const installable = useSyncExternalStore(onInstallPrompt, canInstall)
  return (
    <RouteScreen>
      <Card rows>
        <Row
          leading={<MemberMark />}
          title={<b className={styles.account}>{maskAccount(session?.account ?? '')}</b>}
          caption={profile.data === undefined ? ' ' : all.kinds[profile.data.kind]}
          href="/user/setting?view=profile"
        />
      </Card>
      <Security profile={profile.data} />
      <Appearance />
      <Section title={texts.invitation} small>
        <Answered read={profile}>
          {({ invitationCode }) => (
            <Card pad>
              <div className={styles.invitation}>
                <b className={styles.code}>{invitationCode}</b>
                <CopyButton text={invitationCode} texts={copy} />
              </div>
              <p className={styles.hint}>{texts.invitationText}</p>
            </Card>
          )}
        </Answered>
      </Section>
      <Section title={texts.other} small>
        <Card rows>
          {installable ? (
            <Row icon="download" title={texts.install} onPress={() => void showInstallPrompt()} />
          ) : null}
          <Row icon="doc" title={all.rows.agreement} href="/user/agreement" />
          <Row icon="info" title={all.rows.about(siteTitle(site))} value={version} href="/user/aboutUs" />
        </Card>
      </Section>
      <LogOut />
    </RouteScreen>
  )
}

const Security = ({ profile }: { readonly profile: DataOf<'/members/profile'> | undefined }) => {
  const { rows, setting: texts } = membersTexts.use()
  const security = useRead('/auth/securityOverview', {}, { quiet: true })
  const missing = security.data === undefined ? undefined : missingProtections(security.data)
  return (
    <Section title={texts.security} small>
      <Card rows>
        <Row
          icon="identity"
          title={rows.identity}
          value={profile && <VerificationChip state={profile.verification} />}
          href="/user/bandCard"
        />
        <Row
          icon="shield-check"
          title={rows.security}
          caption={rows.securityCaption}
          value={
            missing === undefined ? undefined : missing.length === 0 ? (
              <StatusChip tone="brand" icon="check">
                {texts.safe}
              </StatusChip>
            ) : (
              <StatusChip tone="warn">{texts.missing(missing.length)}</StatusChip>
            )
          }
          href="/user/setting?view=security"
        />
      </Card>
    </Section>
  )
}

const Appearance = () => {
  const texts = membersTexts.use().setting
  const theme = useTheme()
  const upDown = useUpDown()
  const language = useLanguage()
  return (
    <Section title={texts.appearance} small>
      <Card rows>
        <div className={styles.choice}>
          <h3 className={styles.label}>{texts.theme}</h3>
          <Segments
            label={texts.theme}
            value={theme}
            onChange={setTheme}
            items={themes.map((value) => ({ value, label: texts.themes[value] }))}
          />
        </div>
        <div className={styles.choice}>
          <h3 className={styles.label}>{texts.upDown}</h3>
          <Choices
            label={texts.upDown}
            layout="pair"
            value={upDown}
            onChange={setUpDown}
            items={upDowns.map((value) => ({
              value,
              title: texts.upDowns[value],
              lead: <UpDownTexts convention={value} />,
            }))}
          />
        </div>
        <Row icon="bell" title={texts.notifications} href="/user/setting?view=notifications" />
        <Row icon="globe" title={texts.language} value={texts.languages[language]} href="/user/language" />
      </Card>
    </Section>
  )
}

const LogOut = () => {
  const texts = membersTexts.use().setting
  const [leaving, setLeaving] = useState(false)
  const { logOut, busy } = useLogOut()
  return (
    <>
      <div className={styles.leave}>
        <Button kind="outline" wide icon="logout" className={styles.logOut} onPress={() => setLeaving(true)}>
          {texts.logOut}
        </Button>
        <p className={styles.hint}>{texts.logOutText}</p>
      </div>
      <Dialog
        open={leaving}
        onClose={() => setLeaving(false)}
        role="alertdialog"
        icon="logout"
        title={texts.logOutAsk}
        actions={
          <>
            <Button kind="danger-fill" wide loading={busy} onPress={() => void logOut()}>
              {texts.logOut}
            </Button>
            <Button kind="text" wide onPress={() => setLeaving(false)}>
              {texts.stay}
            </Button>
          </>
        }
      >
        {texts.logOutText}
      </Dialog>
    </>
  )
}
