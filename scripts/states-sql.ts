// The rows of app.state_steps as SQL, from the state machines of packages/rules.
import { type StateMachine, stateMachines } from '../packages/rules/src/state-machines.ts'

const quote = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

export function statesSql(machines: readonly StateMachine[] = stateMachines): string {
  const rows = machines.flatMap(({ name, starts = [], transitions }) => [
    ...starts.map((state) => [name, null, state] as const),
    ...transitions.map(([from, to]) => [name, from, to] as const),
  ])
  return `-- Written by \`npm run schema\` from packages/rules/src/state-machines.ts. Run by database/migrate.ts after the migrations,
-- every time. A migration that adds a machine adds its triggers.
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
`
}
