// What the database knows of the closed lists in TypeScript, as SQL: the steps of the state machines in packages/rules,
// and the kinds of member events in packages/contract.
import { memberEvent } from '../packages/contract/src/live/member-events.ts'
import { type StateMachine, stateMachines } from '../packages/rules/src/state-machines.ts'

const quote = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

const eventKinds = memberEvent.def.options.map(({ shape }) => shape.kind.def.values[0]!)

export function statesSql(
  machines: readonly StateMachine[] = stateMachines,
  kinds: readonly string[] = eventKinds,
): string {
  const rows = machines.flatMap(({ name, starts = [], transitions }) => [
    ...starts.map((state) => [name, null, state] as const),
    ...transitions.map(([from, to]) => [name, from, to] as const),
  ])
  return `-- Written by \`npm run schema\` from packages/rules/src/state-machines.ts and packages/contract/src/live/member-events.ts.
-- Run by database/migrate.ts after the migrations, every time. A migration that adds a machine adds its triggers.
DO $$
BEGIN
  -- A test migrates other folders than ours.
  IF to_regclass('app.state_steps') IS NULL THEN RETURN; END IF;
  WITH steps (machine, from_state, to_state) AS (VALUES
${rows.map((row) => `    (${row.map(quote).join(', ')})`).join(',\n')}
  ), gone AS (
    DELETE FROM app.state_steps s WHERE NOT EXISTS (
      SELECT FROM steps n
      WHERE n.machine = s.machine AND n.from_state IS NOT DISTINCT FROM s.from_state AND n.to_state = s.to_state
    )
  )
  INSERT INTO app.state_steps SELECT machine, from_state, to_state FROM steps ON CONFLICT DO NOTHING;
END $$;

DO $$
DECLARE
  c_kinds constant text[] := ARRAY[
${kinds.map((kind) => `    ${quote(kind)}`).join(',\n')}
  ];
BEGIN
  IF to_regclass('app.member_events') IS NULL THEN RETURN; END IF;
  -- Only a changed list takes the lock on the table.
  IF EXISTS (
    SELECT FROM pg_constraint c
    WHERE c.conrelid = 'app.member_events'::regclass AND c.conname = 'member_events_kind'
      AND c_kinds = ARRAY(SELECT m[1] FROM regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g') m)
  ) THEN RETURN; END IF;
  ALTER TABLE app.member_events DROP CONSTRAINT IF EXISTS member_events_kind;
  -- Not valid: old rows may have a kind that no code writes any more.
  EXECUTE format(
    'ALTER TABLE app.member_events ADD CONSTRAINT member_events_kind CHECK (kind IN (%s)) NOT VALID',
    array_to_string(ARRAY(SELECT quote_literal(k) FROM unnest(c_kinds) k), ', '));
END $$;
`
}
