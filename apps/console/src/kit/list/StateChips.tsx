import { maxCounted } from '@fairlot/contract/fund-requests/states'
import { Chip, Chips } from '@fairlot/ui'

interface StateChipsProps<State extends string> {
  readonly label: string
  readonly states: readonly State[]
  readonly value: State
  readonly names: Readonly<Record<State, string>>
  /** The number after a name; nothing where it is missing. */
  readonly counts: Readonly<Partial<Record<State, number | undefined>>>
  readonly onPick: (state: State) => void
}

/** The server stops counting here. */
const MANY = '1,000+'

const countText = (count: number | undefined): string =>
  count === undefined ? '' : count >= maxCounted ? MANY : String(count)

/** Which part of a list is shown, by state. */
export const StateChips = <State extends string>(props: StateChipsProps<State>) => (
  <Chips label={props.label}>
    {props.states.map((state) => (
      <Chip key={state} selected={state === props.value} onPress={() => props.onPick(state)}>
        {props.names[state]} {countText(props.counts[state])}
      </Chip>
    ))}
  </Chips>
)
