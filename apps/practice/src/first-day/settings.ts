import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'

export interface FirstDaySettings {
  /** Where the api and the console answer, and the origins that they know their pages by. */
  readonly apiUrl: string
  readonly origin: string
  readonly consoleUrl: string
  readonly consoleOrigin: string
  /** Has operators.txt, as the seed printed it; the voting keys and the progress are written here. */
  readonly folder: string
  readonly logLevel: string
}

/** Known passwords and simulated money: never in production, never with real money. */
export const readFirstDaySettings = (environment: Environment): FirstDaySettings =>
  readEnvironment(environment, (env) => {
    const mode = env.oneOf('FAIRLOT_MODE', ['development', 'test', 'production'] as const)
    if (mode === 'production') env.report('FAIRLOT_MODE', 'is production: the first day is a demonstration')
    const money = env.oneOf('FAIRLOT_MONEY', ['practice', 'real'] as const, 'practice')
    if (money === 'real') env.report('FAIRLOT_MONEY', 'is real: the first day plays with simulated money')
    const origin = env.text('PUBLIC_ORIGIN')
    const consoleOrigin = env.text('CONSOLE_ORIGIN')
    return {
      apiUrl: env.text('API_URL', origin),
      origin,
      consoleUrl: env.text('CONSOLE_URL', consoleOrigin),
      consoleOrigin,
      folder: env.text('FIRST_DAY_FOLDER'),
      logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
    }
  })
