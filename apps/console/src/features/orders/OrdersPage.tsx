import { orderStates } from '@fairlot/contract/orders/states'
import { formatMoney } from '@fairlot/money'
import { Empty, Segments, StatusChip } from '@fairlot/ui'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { ExportButton } from '#kit/filter/ExportButton.tsx'
import { listFilterFrom } from '#kit/filter/list-filter.ts'
import { useSearchText } from '#kit/filter/search-text.ts'
import { Field, ListFilterBar } from '#kit/filter/ListFilterBar.tsx'
import { OwnerCell } from '#kit/list/OwnerCell.tsx'
import { LoadMore } from '#kit/LoadMore.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useAddress } from '#kit/use-address.ts'
import { usePages } from '#kit/use-pages.ts'
import { Answered } from '#shell/Answered.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { displayOrder, grouped, sideText, stateOf, type Order } from './order-text.ts'
import { OrderPane } from './OrderPane.tsx'
import { Positions } from './Positions.tsx'
import { ordersTexts } from './texts/index.ts'
import { WaitingEntries } from './WaitingEntries.tsx'
import styles from './Orders.module.css'

/** Looks up orders and positions. Nothing here changes an order: no such call exists. */
export function OrdersPage() {
  const texts = ordersTexts.use()
  const address = useAddress()
  const isPositions = address.get('show') === 'positions'
  const id = address.get('id')
  const filter = useOrderFilter()
  return (
    <ConsolePage
      filters={
        <>
          <div className={styles.tabs}>
            <Segments
              label={texts.tabs.label}
              value={isPositions ? 'positions' : 'orders'}
              compact
              items={[
                { value: 'orders', label: texts.tabs.orders },
                { value: 'positions', label: texts.tabs.positions },
              ]}
              onChange={(show) => address.turn({ show: show === 'orders' ? null : show, id: null })}
            />
          </div>
          <span>{texts.readOnly}</span>
          <ListFilterBar
            hint={texts.search}
            withDates={!isPositions}
            end={
              isPositions || !isNarrow(filter) ? undefined : (
                <ExportButton path="/orders/exportOrders" body={{ filter }} />
              )
            }
          >
            <Narrowing withState={!isPositions} />
          </ListFilterBar>
        </>
      }
      pane={
        id === null || isPositions
          ? undefined
          : { label: texts.pane.label, close: texts.pane.close, body: <OrderPane key={id} orderId={id} /> }
      }
      onClose={() => address.turn({ id: null })}
    >
      {isPositions ? (
        <Positions text={filter.text ?? null} symbol={filter.symbol ?? null} />
      ) : (
        <Orders filter={filter} here={id} onOpen={(orderId) => address.turn({ id: orderId })} />
      )}
    </ConsolePage>
  )
}

function useOrderFilter() {
  const address = useAddress()
  const [typed] = useSearchText()
  const { text, from, to } = listFilterFrom(address.get, typed)
  const symbol = address.get('symbol')?.trim().toUpperCase()
  const state = orderStates.find((each) => each === address.get('state'))
  return {
    ...(text === undefined ? {} : { text }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(symbol === undefined || symbol === '' ? {} : { symbol }),
    ...(state === undefined ? {} : { state }),
  }
}

type OrderFilter = ReturnType<typeof useOrderFilter>

/** What the server accepts: a member or an order, or one day of one stock. */
const isNarrow = ({ text, symbol, from, to }: OrderFilter): boolean =>
  text !== undefined || (symbol !== undefined && from !== undefined && from === to)

function Narrowing({ withState }: { readonly withState: boolean }) {
  const texts = ordersTexts.use()
  const address = useAddress()
  const get = (name: string): string => address.get(name) ?? ''
  const turn = (name: string, value: string) =>
    address.turn({ [name]: value === '' ? null : value, id: null })
  return (
    <>
      <Field label={texts.symbol} isSet={get('symbol') !== ''} isAmount>
        <input
          className="num"
          maxLength={6}
          value={get('symbol')}
          onChange={(event) => turn('symbol', event.target.value)}
        />
      </Field>
      {withState ? (
        <Field label={texts.state} isSet={get('state') !== ''}>
          <select value={get('state')} onChange={(event) => turn('state', event.target.value)}>
            <option value="">{texts.any}</option>
            {orderStates.map((state) => (
              <option key={state} value={state}>
                {texts.states[state]}
              </option>
            ))}
          </select>
        </Field>
      ) : null}
    </>
  )
}

interface OrdersProps {
  readonly filter: OrderFilter
  readonly here: string | null
  readonly onOpen: (orderId: string) => void
}

function Orders({ filter, here, onOpen }: OrdersProps) {
  const texts = ordersTexts.use()
  const enabled = isNarrow(filter)
  const columns = useColumns()
  const read = usePages('/orders/orders', { filter }, { enabled, isPolled: false })
  if (!enabled) return <Empty nothing={texts.start} text={texts.startText} icon="search" />
  return (
    <Answered read={read}>
      {(pages) => (
        <>
          <WaitingEntries waiting={pages[0]?.waiting ?? []} />
          <ConsoleTable<Order>
            label={texts.list}
            rows={pages.flatMap(({ orders }) => orders)}
            keyOf={({ orderId }) => orderId}
            here={here}
            onOpen={({ orderId }) => onOpen(orderId)}
            name={{ title: texts.columns.order, of: ({ orderId }) => displayOrder(orderId) }}
            columns={columns}
            empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="trade" />}
          />
          <LoadMore read={read} />
        </>
      )}
    </Answered>
  )
}

function useColumns(): readonly ConsoleColumn<Order>[] {
  const texts = ordersTexts.use()
  const language = useLanguage()
  const { columns } = texts
  return [
    { key: 'time', title: columns.time, cell: ({ placedAt }) => <Moment at={placedAt} className="num" /> },
    { key: 'member', title: columns.member, cell: ({ member }) => <OwnerCell member={member} /> },
    {
      key: 'stock',
      title: columns.stock,
      cell: ({ symbol, nameTw, nameEn }) => (
        <span className={styles.stock}>
          {language === 'tw' ? nameTw : nameEn}
          <small className="num">{symbol}</small>
        </span>
      ),
    },
    {
      key: 'side',
      title: columns.side,
      cell: (row) => (
        <>
          <StatusChip tone={row.side === 'buy' ? 'up' : 'down'}>{sideText(row, texts)}</StatusChip>
          {row.dayTrade ? <small>{texts.dayTrade}</small> : null}
        </>
      ),
    },
    {
      key: 'price',
      title: columns.price,
      right: true,
      cell: ({ price }) => (price === null ? texts.market : formatMoney(BigInt(price))),
    },
    { key: 'shares', title: columns.shares, right: true, cell: ({ quantity }) => grouped(quantity) },
    { key: 'filled', title: columns.filled, right: true, wide: true, cell: ({ filled }) => grouped(filled) },
    {
      key: 'state',
      title: columns.state,
      cell: (row) => {
        const state = stateOf(row)
        return (
          <StatusChip tone={state === 'partly' ? 'warn' : state === 'entrusted' ? 'brand' : 'neutral'}>
            {texts.states[state]}
          </StatusChip>
        )
      },
    },
  ]
}
