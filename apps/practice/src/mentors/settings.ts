import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'

export interface MentorSettings {
  readonly databaseUrl: string
  /** Where the api answers, and the origin it knows its pages by. */
  readonly apiUrl: string
  readonly origin: string
  /** The secret from which the passwords follow. Made at the first start. */
  readonly keyFile: string
  readonly metricsPort: number
  readonly logLevel: string
}

export const readMentorSettings = (environment: Environment): MentorSettings =>
  readEnvironment(environment, (env) => {
    const origin = env.text('PUBLIC_ORIGIN')
    return {
      databaseUrl: env.databaseUrl(),
      apiUrl: env.text('API_URL', origin),
      origin,
      keyFile: env.text('PRACTICE_KEY_FILE'),
      metricsPort: env.whole('METRICS_PORT', 0, 0, 65_535),
      logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
    }
  })
