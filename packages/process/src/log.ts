import { type LoggerOptions, stdTimeFunctions } from 'pino'

/** One JSON object per line, with role, process and the level by name. */
export const logOptions = (role: string, level: string): LoggerOptions => ({
  level,
  base: { role, pid: process.pid },
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
})
