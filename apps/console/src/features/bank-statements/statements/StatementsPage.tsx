import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Chip, Chips, Empty } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { DepositTabs } from '#features/deposits'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { ImportPopup } from './ImportPopup.tsx'
import { StatementLines } from './StatementLines.tsx'
import { statementsTexts } from './texts/index.ts'

/** Bank statements: lines that need an operator's attention, and every imported file. */
export function StatementsPage() {
  const texts = statementsTexts.use()
  const me = useMe()
  const address = useAddress()
  const [isImporting, setImporting] = useState(false)
  const statementId = address.get('statement')
  const isAll = address.get('show') === 'all'
  const odd = useRead('/deposits/statements', {}, { keep: true }).data?.odd
  return (
    <ConsolePage
      tabs={<DepositTabs here="/deposits/statements" />}
      filters={
        <Chips label={texts.views.label}>
          <Chip selected={!isAll} onPress={() => address.turn({ show: null, statement: null })}>
            {texts.views.odd} {odd ?? ''}
          </Chip>
          <Chip selected={isAll} onPress={() => address.turn({ show: 'all', statement: null })}>
            {texts.views.all}
          </Chip>
        </Chips>
      }
    >
      {mayDo(me, 'propose-funds') ? (
        <TopAside>
          <ConsoleButton small onPress={() => setImporting(true)}>
            {texts.import}
          </ConsoleButton>
        </TopAside>
      ) : null}
      {isAll && statementId === null ? (
        <Imports onOpen={(statement) => address.turn({ statement })} />
      ) : (
        <>
          {statementId === null ? null : (
            <ConsoleButton kind="text" small onPress={() => address.turn({ statement: null })}>
              {texts.lines.back}
            </ConsoleButton>
          )}
          <StatementLines statementId={statementId ?? undefined} />
        </>
      )}
      {isImporting ? <ImportPopup onClose={() => setImporting(false)} /> : null}
    </ConsolePage>
  )
}

function Imports({ onOpen }: { readonly onOpen: (statementId: string) => void }) {
  const texts = statementsTexts.use().statements
  const read = useRead('/deposits/statements', {}, { every: 15_000, keep: true })
  const columns = useColumns()
  return (
    <Answered read={read}>
      {({ statements }) => (
        <ConsoleTable
          label={texts.label}
          rows={statements}
          keyOf={({ statementId }) => statementId}
          name={{ title: texts.file, of: ({ fileName }) => fileName }}
          onOpen={({ statementId }) => onOpen(statementId)}
          columns={columns}
          empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="bank" />}
        />
      )}
    </Answered>
  )
}

type Statement = ConsoleDataOf<'/deposits/statements'>['statements'][number]

const useColumns = (): readonly ConsoleColumn<Statement>[] => {
  const texts = statementsTexts.use().statements
  return [
    {
      key: 'lines',
      title: texts.lines,
      right: true,
      cell: ({ lines, fresh }) => (
        <>
          {lines}
          <small>{texts.fresh(fresh)}</small>
        </>
      ),
    },
    { key: 'matched', title: texts.matched, right: true, cell: ({ matched }) => matched },
    { key: 'differing', title: texts.differing, right: true, cell: ({ differing }) => differing },
    { key: 'open', title: texts.open, right: true, cell: ({ open }) => open },
    {
      key: 'by',
      title: texts.by,
      cell: ({ by, isPractice, importedAt }) => (
        <>
          {by ?? (isPractice ? texts.practice : texts.machine)}
          <small>
            <Moment at={importedAt} />
          </small>
        </>
      ),
    },
    {
      key: 'sha',
      title: 'SHA-256',
      wide: true,
      cell: ({ sha256 }) => <span className="mono">{sha256.slice(0, 12)}</span>,
    },
  ]
}
