import { useNavigate } from '@fairlot/app-shell/router'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'

const postedAt = ({ postedAt }: { readonly postedAt: string }) => <Moment at={postedAt} />

export function JournalList() {
  const all = fundsTexts.use()
  const texts = all.journal
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const read = useRead('/funds/journals', {})
  return (
    <div className={shared.page}>
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => navigate('/funds/journal/new')}>
            {texts.open}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <p className={shared.plain}>{texts.intro}</p>
      <section className={shared.card}>
        <h2 className={shared.title}>{texts.posted}</h2>
        <Answered read={read}>
          {({ journals }) => (
            <ConsoleTable
              label={texts.posted}
              rows={journals}
              keyOf={({ journalId }) => journalId}
              name={{ title: texts.number, of: ({ number }) => number }}
              onOpen={({ reviewId }) => navigate(`/queue?kind=journal&review=${reviewId}`)}
              columns={[
                { key: 'why', title: texts.why, cell: ({ why }) => all.reasons[why] },
                {
                  key: 'texts',
                  title: texts.message,
                  wide: true,
                  cell: (journal) => journal.texts[language],
                },
                { key: 'member', title: texts.member, cell: ({ member }) => member ?? texts.noMember },
                {
                  key: 'amount',
                  title: texts.amount,
                  right: true,
                  cell: ({ amount, currency }) => moneyText(amount, currency),
                },
                {
                  key: 'who',
                  title: texts.who,
                  wide: true,
                  cell: ({ operators }) => operators.join(' · '),
                },
                {
                  key: 'at',
                  title: texts.at,
                  right: true,
                  cell: postedAt,
                },
              ]}
              empty={<p className={shared.plain}>{texts.empty}</p>}
            />
          )}
        </Answered>
      </section>
    </div>
  )
}
