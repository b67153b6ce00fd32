import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'

export interface OperatorSettings {
  readonly databaseUrl: string
  /** The program's voting key, PEM. Made at its first start. */
  readonly keyFile: string
  readonly metricsPort: number
  readonly logLevel: string
}

export const readOperatorSettings = (environment: Environment): OperatorSettings =>
  readEnvironment(environment, (env) => ({
    databaseUrl: env.databaseUrl(),
    keyFile: env.text('PRACTICE_KEY_FILE'),
    metricsPort: env.whole('METRICS_PORT', 0, 0, 65_535),
    logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
  }))
