import { Button, KeyValues, Note, Sheet } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useNavigate } from '@fairlot/app-shell/router'
import { shellTexts } from '#shell/texts/index.ts'
import { Cost, type Wanted } from './Cost.tsx'
import { creditTexts } from './texts/index.ts'
import { cash, hubPath, sharesText, useSend } from './use-credit.ts'
import styles from './Credit.module.css'

interface Props {
  readonly wanted: Wanted
  readonly onClose: () => void
}

/** Everything that is agreed to, once more, before it is sent. */
export const ConfirmSheet = ({ wanted, onClose }: Props) => {
  const texts = creditTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const navigate = useNavigate()
  const { isSending, send } = useSend()
  const { amount, termDays, aprPpm, chosen } = wanted
  const onSend = async (): Promise<void> => {
    const symbols = chosen.map(({ symbol }) => symbol)
    const did = await send('/credit/apply', (loanId) => ({
      loanId,
      amount: amount.toString(),
      termDays,
      aprPpm,
      symbols,
    }))
    onClose()
    if (did) navigate(hubPath, { replace: true })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.form.confirm}
      closeLabel={shell.close}
      footer={
        <Button wide loading={isSending} onPress={() => void onSend()}>
          {texts.form.send}
        </Button>
      }
    >
      <div className={styles.card}>
        <KeyValues
          items={[
            { key: 'amount', label: texts.form.amount, value: cash(amount) },
            { key: 'term', label: texts.form.term, value: texts.form.days(termDays) },
            {
              key: 'pledge',
              label: texts.pledged,
              value: chosen
                .map(({ nameTw, nameEn, symbol, shares }) =>
                  texts.pledgedShares(
                    `${language === 'tw' ? nameTw : nameEn} ${symbol}`,
                    sharesText(shares, language),
                  ),
                )
                .join(language === 'tw' ? '；' : '; '),
            },
          ]}
        />
      </div>
      <Cost wanted={wanted} />
      <Note>{texts.form.agreed}</Note>
    </Sheet>
  )
}
