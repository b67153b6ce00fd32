// The member's own accounts for withdrawals, what each waits for, and the way to add one.

import {
  ActionBar,
  Button,
  Card,
  cx,
  Dialog,
  Empty,
  Icon,
  LinkButton,
  Note,
  StatusChip,
  useOnce,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { useState } from 'react'
import { fundComponentsTexts, IdentityFirst, timeLeftText } from '#features/funds'
import { useNow } from '#shell/live/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { bankAccountsTexts } from './texts/index.ts'
import { shownStateOf, useBankAccounts, type BankAccount, type ShownState } from './use-bank-accounts.ts'
import styles from './BankAccounts.module.css'

const tones = {
  pending: 'warn',
  verified: 'brand',
  coolingDown: 'warn',
  rejected: 'crit',
} as const satisfies Record<ShownState, string>

export const BankAccountsScreen = () => {
  const texts = bankAccountsTexts.use()
  const read = useBankAccounts()
  const { bankAccounts, max, holder } = read.data ?? { bankAccounts: [], max: 0, holder: null }
  // A rejected account can be sent again without being removed first; it does not count towards the maximum.
  const isFull =
    read.data !== undefined && bankAccounts.filter(({ state }) => state !== 'rejected').length >= max
  return (
    <RouteScreen
      footer={
        read.data === undefined || holder === null ? undefined : (
          <ActionBar>
            {isFull ? (
              <Button wide disabled>
                {texts.full(max)}
              </Button>
            ) : (
              <LinkButton wide href="/user/WithCard">
                {texts.add}
              </LinkButton>
            )}
          </ActionBar>
        )
      }
    >
      <Answered read={read}>{(data) => <List data={data} />}</Answered>
      <HelpRow page="bank-accounts" />
    </RouteScreen>
  )
}

const List = ({ data }: { readonly data: DataOf<'/bank-accounts/list'> }) => {
  const texts = bankAccountsTexts.use()
  const { nothing } = shellTexts.use()
  const profile = useRead('/members/profile', {}, { quiet: true, enabled: data.holder === null })
  const [removing, setRemoving] = useState<BankAccount>()
  if (data.bankAccounts.length === 0)
    return data.holder === null ? (
      <IdentityFirst state={profile.data?.verification} />
    ) : (
      <Empty nothing={nothing} text={texts.none} icon="bank" />
    )
  return (
    <>
      <p className={styles.lead}>{texts.lead(data.max)}</p>
      <ul className={styles.list}>
        {data.bankAccounts.map((account) => (
          <li key={account.bankAccountId}>
            <Account account={account} onRemove={() => setRemoving(account)} />
          </li>
        ))}
      </ul>
      <Note icon="lock">{texts.coolDown(data.coolDownHours)}</Note>
      <RemoveDialog
        account={removing}
        coolDownHours={data.coolDownHours}
        onClose={() => setRemoving(undefined)}
      />
    </>
  )
}

interface AccountProps {
  readonly account: BankAccount
  readonly onRemove: () => void
}

const Account = ({ account, onRemove }: AccountProps) => {
  const texts = bankAccountsTexts.use()
  const state = shownStateOf(account, useNow(0))
  const { run, busy } = useOnce(async () => {
    const { bankAccountId } = account
    const answer = await call(
      '/bank-accounts/setDefault',
      { bankAccountId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await refresh('/bank-accounts/list')
    if (answer.ok) void toastMessage('done.default-set')
  })
  return (
    <Card className={styles.account}>
      <div className={styles.top}>
        <span className={styles.tile}>
          <Icon name="bank" />
        </span>
        <span className={styles.texts}>
          <b className={styles.name}>
            <span>{account.bankName}</span>
            <span>{account.branch}</span>
            {account.isDefault ? <StatusChip tone="brand">{texts.preferred}</StatusChip> : null}
          </b>
          <span className={styles.small}>
            {account.holder} · •••• {account.ending}
          </span>
        </span>
        <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>
      </div>
      <div className={styles.foot}>
        <Says account={account} state={state} />
        {account.state === 'verified' && !account.isDefault ? (
          <Button kind="quiet" small loading={busy} onPress={run}>
            {texts.makeDefault}
          </Button>
        ) : null}
        {state === 'rejected' ? (
          <LinkButton kind="quiet" small href={`/user/WithCard?again=${account.bankAccountId}`}>
            {texts.again}
          </LinkButton>
        ) : null}
        <Button kind="quiet" small onPress={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </Card>
  )
}

/** What the account waits for, or why it was rejected. */
const Says = ({ account, state }: { readonly account: BankAccount; readonly state: ShownState }) => {
  const texts = bankAccountsTexts.use()
  const { left } = fundComponentsTexts.use()
  const moment = useMoment()
  const now = useNow(state === 'coolingDown' ? 1_000 : 0)
  const { usableFrom } = account
  return (
    <span className={cx(styles.says, state !== 'verified' && styles[state])}>
      {state === 'coolingDown' || state === 'pending' ? <Icon name="clock" size={1} /> : null}
      {state === 'pending' ? texts.waiting : null}
      {state === 'verified' ? texts.since(moment(account.addedAt)) : null}
      {state === 'coolingDown' && usableFrom !== null
        ? texts.usable(moment(usableFrom), timeLeftText(Date.parse(usableFrom) - now, left))
        : null}
      {state === 'rejected'
        ? (account.note ?? texts.rejectionReasons[account.rejectionReason ?? 'account-unknown'])
        : null}
    </span>
  )
}

interface RemoveProps {
  readonly account: BankAccount | undefined
  readonly coolDownHours: number
  readonly onClose: () => void
}

const RemoveDialog = ({ account, coolDownHours, onClose }: RemoveProps) => {
  const texts = bankAccountsTexts.use().removing
  const { run, busy } = useOnce(async () => {
    if (account === undefined) return
    const answer = await call(
      '/bank-accounts/remove',
      { bankAccountId: account.bankAccountId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await refresh('/bank-accounts/list')
    if (answer.ok) void toastMessage('done.bank-account-removed')
    onClose()
  })
  return (
    <Dialog
      open={account !== undefined}
      onClose={onClose}
      title={account === undefined ? '' : texts.title(`${account.bankName} •••• ${account.ending}`)}
      icon="trash"
      tone="crit"
      role="alertdialog"
      actions={
        <>
          <Button kind="danger-fill" wide loading={busy} onPress={run}>
            {texts.yes}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.no}
          </Button>
        </>
      }
    >
      {texts.text(coolDownHours)}
    </Dialog>
  )
}
