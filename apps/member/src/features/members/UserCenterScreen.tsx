import type { DataOf } from '@fairlot/contract'
import { Card, IconButton, Row, Section } from '@fairlot/ui'
import { useState } from 'react'
import { useLocation, useNavigate } from '@fairlot/app-shell/router'
import { useBankAccounts } from '#features/bank-accounts'
import { useFigures } from '#features/figures'
import { LedgerLinesSheet } from '#features/funds'
import { NoticeBell } from '#features/notices'
import { MarginBanner } from '#features/positions'
import { SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { useTheme } from '@fairlot/app-shell/theme'
import { useUpDown } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { useSession } from '#shell/session.ts'
import { siteTitle, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { AssetsCard, AssetsSkeleton } from './AssetsCard.tsx'
import { MemberHeader } from './MemberHeader.tsx'
import { RestrictionBanner } from './RestrictionBanner.tsx'
import { membersTexts } from './texts/index.ts'
import { UpDownTexts } from './UpDownTexts.tsx'
import { VerificationChip } from './VerificationChip.tsx'

export const UserCenterScreen = () => {
  const texts = membersTexts.use()
  const session = useSession()
  const navigate = useNavigate()
  const profile = useRead('/members/profile', {}, { quiet: true })
  const account = useFigures({ quiet: false })
  const [sheet, setSheet] = useState<'ledger' | 'contact' | null>(null)
  // A notice of an answer leads here: `?support=` is the matter, or `list`.
  const search = useSearch()
  const matter = search.get('support')
  const refusal = search.get('refusal')
  const visit = useLocation().key
  const [closedIn, setClosedIn] = useState<string>()
  const closeSupport = () => {
    setSheet(null)
    setClosedIn(visit)
  }
  return (
    <RouteScreen
      trailing={
        <>
          <NoticeBell />
          <IconButton
            name="headset"
            size={1.5}
            label={texts.customerService}
            onPress={() => setSheet('contact')}
          />
          <IconButton
            name="sliders"
            size={1.5}
            label={texts.settings}
            onPress={() => navigate('/user/setting')}
          />
        </>
      }
    >
      <MemberHeader account={session?.account ?? ''} profile={profile.data} />
      <RestrictionBanner restrictions={profile.data?.restrictions ?? []} />
      <MarginBanner />
      <Answered read={account} skeleton={<AssetsSkeleton />}>
        {(data) => <AssetsCard account={data} onLedger={() => setSheet('ledger')} />}
      </Answered>
      <TradingAndMoney />
      <Security profile={profile.data} />
      <Preferences />
      <About onContact={() => setSheet('contact')} />
      <LedgerLinesSheet asset="TWD" open={sheet === 'ledger'} onClose={() => setSheet(null)} />
      <SupportSheet
        open={sheet === 'contact' || (matter !== null && closedIn !== visit)}
        onClose={closeSupport}
        threadId={matter === null || matter === 'list' ? undefined : matter}
        about={refusal === null ? undefined : { kind: 'refusal', id: refusal }}
      />
    </RouteScreen>
  )
}

const TradingAndMoney = () => {
  const texts = membersTexts.use()
  const bankAccounts = useBankAccounts({ quiet: true })
  return (
    <>
      <Section title={texts.groups.trading} small>
        <Card rows>
          <Row
            icon="trade"
            title={texts.rows.positions}
            caption={texts.rows.positionsCaption}
            href="/position/position"
          />
          <Row icon="history" title={texts.rows.profit} href="/position/position?view=profit" />
          <Row icon="calendar" title={texts.rows.savingsPlans} href="/trading/trading?view=savings-plans" />
        </Card>
      </Section>
      <Section title={texts.groups.money} small>
        <Card rows>
          <Row icon="wallet" title={texts.rows.wallet} href="/wallet/index" />
          <Row icon="funds" title={texts.rows.fundRecord} href="/user/FundingDetails" />
          <Row
            icon="bank"
            title={texts.rows.bankAccounts}
            value={bankAccounts.data && texts.rows.bankAccountCount(bankAccounts.data.bankAccounts.length)}
            href="/user/BankCard"
          />
          <Row icon="ticket" title={texts.rows.coupons} href="/home/coupons" />
          <Row icon="loan" title={texts.rows.credit} href="/user/pj" />
        </Card>
      </Section>
    </>
  )
}

const Security = ({ profile }: { readonly profile: DataOf<'/members/profile'> | undefined }) => {
  const texts = membersTexts.use()
  const security = useRead('/auth/securityOverview', {}, { quiet: true })
  return (
    <Section title={texts.groups.security} small>
      <Card rows>
        <Row
          icon="identity"
          title={texts.rows.identity}
          value={profile && <VerificationChip state={profile.verification} />}
          href="/user/bandCard"
        />
        <Row
          icon="shield-check"
          title={texts.rows.security}
          caption={texts.rows.securityCaption}
          href="/user/setting?view=security"
        />
        <Row icon="key" title={texts.rows.loginPassword} href="/user/loginPassword" />
        <Row icon="lock" title={texts.rows.fundPassword} href="/user/setPassword" />
        <Row
          icon="phone"
          title={texts.rows.devices}
          value={security.data && texts.rows.deviceCount(security.data.sessions)}
          href="/user/setting?view=devices"
        />
      </Card>
    </Section>
  )
}

const Preferences = () => {
  const texts = membersTexts.use()
  const theme = useTheme()
  const upDown = useUpDown()
  const language = useLanguage()
  return (
    <Section title={texts.groups.preferences} small>
      <Card rows>
        <Row
          icon="contrast"
          title={texts.rows.upDown}
          value={
            <>
              <UpDownTexts /> {texts.setting.upDowns[upDown]}
            </>
          }
          href="/user/setting?view=up-down"
        />
        <Row
          icon="globe"
          title={texts.rows.language}
          value={texts.setting.languages[language]}
          href="/user/language"
        />
        <Row
          icon="eye"
          title={texts.rows.appearance}
          value={texts.setting.themes[theme]}
          href="/user/setting"
        />
      </Card>
    </Section>
  )
}

const About = ({ onContact }: { readonly onContact: () => void }) => {
  const texts = membersTexts.use()
  const { titles } = shellTexts.use()
  const site = useSite()
  return (
    <Section title={texts.groups.about} small>
      <Card rows>
        <Row icon="help" title={titles.help} href="/user/aboutUs?view=help" />
        <Row icon="shield-check" title={titles.checks} href="/user/aboutUs?view=checks" />
        <Row icon="tasks" title={texts.rows.rules} href="/user/aboutUs?view=rules" />
        <Row icon="doc" title={texts.rows.agreement} href="/user/agreement" />
        <Row icon="info" title={texts.rows.about(siteTitle(site))} href="/user/aboutUs" />
        <Row icon="headset" title={texts.rows.service} onPress={onContact} />
      </Card>
    </Section>
  )
}
