const colours = [36, 35, 33, 32, 34, 31]
const useColour = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (text: string, code: number) => (useColour ? `\x1b[${code}m${text}\x1b[0m` : text)

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
const seen = new Map<string, number>()

/** One line for the terminal: the process name, then the text. */
export function prefixed(name: string, line: string): string {
  if (!seen.has(name)) seen.set(name, colours[seen.size % colours.length]!)
  return `${paint(name.padEnd(8), seen.get(name)!)} ${readable(line)}`
}

/** Our processes log JSON; for people it is printed as level, message and the other fields as name=value. */
export function readable(line: string): string {
  if (!line.startsWith('{')) return line
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return line
  }
  const { level, time: _time, pid: _pid, hostname: _hostname, name: _name, role: _role, msg, ...rest } = entry
  const word = typeof level === 'number' ? (levels[level] ?? '') : ''
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [word, typeof msg === 'string' ? msg : '', ...details].filter(Boolean).join(' ')
}

/** PostgreSQL, NATS and Redis log much that matters only after a fault; their log files keep all of it. */
export function isWorthShowing(name: string, line: string): boolean {
  // A failed build is reported with its last lines; a successful one prints nothing.
  if (name === 'build') return false
  if (name === 'postgres') {
    return (
      /\b(WARNING|ERROR|FATAL|PANIC):/.test(line) &&
      !/the database system is (starting up|shutting down)/.test(line)
    )
  }
  if (name === 'nats') return /\[(WRN|ERR|FTL)\]/.test(line)
  if (name === 'redis')
    return / [#] (?!.*(WARNING Memory overcommit|oO0Oo))/.test(line) && /error|fail|fatal/i.test(line)
  return true
}
