/** Sleeps that a wake ends. A wake without a sleeper ends the next sleep at once, so none is lost. */
export interface Waker {
  wake(): void
  sleep(milliseconds: number): Promise<void>
}

export function createWaker(): Waker {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      end?.()
    },
    async sleep(milliseconds) {
      if (!isWoken && milliseconds > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        end = undefined
      }
      isWoken = false
    },
  }
}
