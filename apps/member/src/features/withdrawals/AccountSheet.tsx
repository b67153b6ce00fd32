import { Choices, LinkButton, Sheet } from '@fairlot/ui'
import { shownStateOf, type BankAccount } from '#features/bank-accounts'
import { fundComponentsTexts, timeLeftText } from '#features/funds'
import { useNow } from '#shell/live/use-now.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { withdrawalsTexts } from './texts/index.ts'

interface Props {
  readonly accounts: readonly BankAccount[]
  readonly value: string
  readonly onChoose: (bankAccountId: string) => void
  readonly onClose: () => void
}

/** All accounts of the member; those that cannot be used yet say why. */
export const AccountSheet = ({ accounts, value, onChoose, onClose }: Props) => {
  const texts = withdrawalsTexts.use()
  const { left } = fundComponentsTexts.use()
  const { close } = shellTexts.use()
  const moment = useMoment()
  const now = useNow(1_000)
  const captionOf = (account: BankAccount): string => {
    const state = shownStateOf(account, now)
    if (state === 'coolingDown' && account.usableFrom !== null)
      return texts.coolingDown(
        moment(account.usableFrom),
        timeLeftText(Date.parse(account.usableFrom) - now, left),
      )
    return state === 'pending' || state === 'rejected'
      ? texts.unusable[state]
      : `${account.holder} · •••• ${account.ending}`
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.choose}
      closeLabel={close}
      footer={
        <LinkButton kind="quiet" wide href="/user/WithCard">
          {texts.noCard.add}
        </LinkButton>
      }
    >
      <Choices
        label={texts.choose}
        layout="rows"
        value={value}
        onChange={onChoose}
        items={accounts.map((account) => ({
          value: account.bankAccountId,
          title: `${account.bankName} ${account.branch}`,
          caption: captionOf(account),
          icon: 'bank' as const,
          disabled: shownStateOf(account, now) !== 'verified',
        }))}
      />
    </Sheet>
  )
}
